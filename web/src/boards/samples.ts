/** A sample of `samples/` as the scene that it is: the compiler reads texts in files as any text, not as one of a few. */
export const sampled = <S>(sample: unknown): S => sample as S;
