/** What search engines show of the site. */
export default {
  description:
    '{{site}}: one address and one key for AI models of many providers. Prices for each model, a receipt for each call.',
  model:
    '{{model}} at {{site}}: prices by group, an estimate of a month of calls, measured success and speed, and examples of calls.',
} as const
