/** For how long a page was hidden, and for how long nobody did anything on it. */

/** Seconds without pointer or key after which a pause counts as one. */
const PAUSE = 10;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "touchmove"] as const;

export class Attention {
  private hiddenBefore: number;
  private idleBefore: number;
  private hiddenSince: number | null = null;
  private last: number;

  constructor(
    before: { hidden: number; idle: number },
    private readonly now: () => number = () => performance.now() / 1000,
  ) {
    this.hiddenBefore = before.hidden;
    this.idleBefore = before.idle;
    this.last = now();
  }

  /** Listens until the function that it gives is called. */
  start(): () => void {
    if (document.visibilityState === "hidden") this.hide();
    for (const kind of SIGNS) window.addEventListener(kind, this.sign, { passive: true, capture: true });
    document.addEventListener("visibilitychange", this.turned);
    return () => {
      for (const kind of SIGNS) window.removeEventListener(kind, this.sign, { capture: true });
      document.removeEventListener("visibilitychange", this.turned);
    };
  }

  get hidden(): number {
    return this.hiddenBefore + (this.hiddenSince === null ? 0 : this.now() - this.hiddenSince);
  }

  get idle(): number {
    return this.idleBefore + (this.hiddenSince === null ? this.pause() : 0);
  }

  /** Counts anew from now. */
  restart(): void {
    this.hiddenBefore = 0;
    this.idleBefore = 0;
    this.last = this.now();
    if (this.hiddenSince !== null) this.hiddenSince = this.last;
  }

  private pause(): number {
    const passed = this.now() - this.last;
    return passed >= PAUSE ? passed : 0;
  }

  private readonly sign = (): void => {
    if (this.hiddenSince !== null) return;
    this.idleBefore += this.pause();
    this.last = this.now();
  };

  /** A page that is hidden is not idle: each second counts once. */
  private readonly turned = (): void => {
    if (document.visibilityState === "hidden") this.hide();
    else if (this.hiddenSince !== null) {
      this.hiddenBefore = this.hidden;
      this.hiddenSince = null;
      this.last = this.now();
    }
  };

  private hide(): void {
    if (this.hiddenSince !== null) return;
    this.idleBefore += this.pause();
    this.hiddenSince = this.now();
  }
}
