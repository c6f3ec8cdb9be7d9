type OnesOf<K> = K extends `${infer Base}_other` ? `${Base}_one` : never

/** The shape an English file must have: every key of the Chinese one, and a `_one` for each plural. */
export type SameKeys<T> = {
  [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]>
} & { [K in OnesOf<keyof T>]: string }
