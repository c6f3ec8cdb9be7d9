import { z } from 'zod'

/** One option as text, in both directions of /api/option/. */
export const optionEntry = z.object({ key: z.string().min(1).max(128), value: z.string().max(1_048_576) })
export type OptionEntry = z.infer<typeof optionEntry>
