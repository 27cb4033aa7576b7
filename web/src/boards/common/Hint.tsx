import { useSaid } from "../../language";

/** What can be done now, in small letters; in its place for a while why something was put back. */
export function Hint({ text, told }: { text: string; told: string }) {
  const said = useSaid();
  if (told === "") return <span className="small quiet-text">{said(text)}</span>;
  return (
    <span className="small board-told" role="status">
      {said(told)}
    </span>
  );
}
