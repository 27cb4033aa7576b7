import { Component, type ReactNode } from "react";

/** A page that fails says so and leaves the rest of the lab standing. */
export class ErrorFence extends Component<{ children: ReactNode }, { fault: string | null }> {
  override state = { fault: null };

  static getDerivedStateFromError(fault: unknown): { fault: string } {
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }

  override render(): ReactNode {
    if (this.state.fault === null) return this.props.children;
    return (
      <div className="notice bad" role="alert">
        <span>This page failed: {this.state.fault}. Load it again; if that does not help, the server was renewed.</span>
        <button type="button" onClick={() => location.reload()}>
          Load again
        </button>
      </div>
    );
  }
}
