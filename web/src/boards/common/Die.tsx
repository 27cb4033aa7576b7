const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** A die; `rolled` makes it tumble when it changes. The words for it stand elsewhere. */
export function Die({ value, rolled, size = 44 }: { value: number; rolled?: string | number; size?: number }) {
  return (
    <svg key={rolled} className={rolled === undefined ? "die" : "die rolled"} viewBox="-22 -22 44 44" width={size} height={size} aria-hidden="true">
      <Face value={value} />
    </svg>
  );
}

/** The same as a part of a picture, around 0,0. */
export function DieInPicture({ value, rolled, size = 44, look = "" }: { value: number; rolled?: string | number; size?: number; look?: string }) {
  return (
    <g transform={`scale(${size / 44})`}>
      <g key={rolled} className={`die${rolled === undefined ? "" : " rolled"}${look === "" ? "" : ` ${look}`}`}>
        <Face value={value} />
      </g>
    </g>
  );
}

function Face({ value }: { value: number }) {
  return (
    <>
      <rect x="-19" y="-19" width="38" height="38" rx="8" />
      {(PIPS[value] ?? []).map(([x, y]) => (
        <circle key={`${x},${y}`} cx={x * 10} cy={y * 10} r="3.9" />
      ))}
    </>
  );
}
