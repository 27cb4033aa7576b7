/** The line of somebody who waits for others: open, it says that they are there; what comes over it says to look. */

/** Milliseconds after which a line that broke is opened again. */
const AGAIN = 3000;

export interface Line {
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  close(): void;
}

/** Keeps a line open until the function that it gives is called. */
export function keepLine(path: string, onLook: () => void, open: (address: string) => Line = (address) => new WebSocket(address)): () => void {
  const address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let line: Line | null = null;
  const begin = () => {
    line = open(address);
    line.onmessage = onLook;
    line.onclose = () => {
      timer = setTimeout(begin, AGAIN);
    };
  };
  begin();
  return () => {
    clearTimeout(timer);
    if (line === null) return;
    line.onmessage = null;
    line.onclose = null;
    line.close();
  };
}
