import { z } from 'zod'

/** A text of a write in which null means empty, because clients in typed languages send null for it. */
export const emptyable = <T extends z.ZodType<string>>(text: T) => text.nullable().transform((given) => given ?? '')

/** JSON text of a write. Some clients send the text `null` for an empty field. */
export const jsonText = (charactersMax: number) =>
  z
    .string()
    .max(charactersMax)
    .transform((text) => (text.trim() === 'null' ? '' : text))
