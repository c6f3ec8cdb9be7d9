import type { ChannelUpdate } from '../../store/schema.ts'

/** The columns that decide where calls and keys go, and what is sent with them. */
const sensitiveColumns = new Set<string>([
  ...(['type', 'base_url', 'openai_organization', 'other', 'setting', 'key_box'] as const),
  ...(['header_override', 'param_override'] as const),
] satisfies (keyof ChannelUpdate)[])

/** Whether a change needs the right `channel.sensitive_write`. */
export const isSensitive = (changes: ChannelUpdate): boolean =>
  Object.keys(changes).some((column) => sensitiveColumns.has(column))
