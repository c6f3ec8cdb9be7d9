/**
 * The JSON form of a type of an official SDK. Every field is optional, as the SDKs require fields that the APIs do not,
 * and an enum is its text. A misspelt field or a value of a wrong type does not compile.
 */
export type Sent<T> = T extends string
  ? string extends T
    ? string
    : `${T}`
  : T extends readonly (infer Item)[]
    ? Sent<Item>[]
    : T extends object
      ? { [K in keyof T]?: Sent<T[K]> }
      : T
