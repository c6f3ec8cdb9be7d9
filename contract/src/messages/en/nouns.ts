/** Counted things, as the format of a placeholder in a sentence with several counts: `{{users, accounts}}`. */
export default {
  accounts_one: '{{count, count}} account',
  accounts_other: '{{count, count}} accounts',
  tokens_one: '{{count, count}} token',
  tokens_other: '{{count, count}} tokens',
  channels_one: '{{count, count}} channel',
  channels_other: '{{count, count}} channels',
} as const
