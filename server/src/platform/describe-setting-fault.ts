import { z } from 'zod'

/** What the value of a setting must be, in words; null = its own message says it. */
export function describeWanted(schema: z.ZodType): string | null {
  if (schema instanceof z.ZodDefault) return describeWanted(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return describeWanted(schema.in as z.ZodType)
  if (schema instanceof z.ZodNumber) {
    const kind = schema.isInt ? 'a whole number' : 'a number'
    return `${kind} from ${schema.minValue} to ${schema.maxValue}`
  }
  if (schema instanceof z.ZodEnum) {
    const values = schema.options.map(String)
    return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  }
  return schema instanceof z.ZodUnion ? 'an address that starts with http:// or https://' : null
}
