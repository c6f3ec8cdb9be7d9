/** What search engines show of the site. */
export default {
  description:
    '{{site}}: one address and one key for AI models of many providers. Prices for each model, a receipt for each call.',
  model:
    '{{model}} at {{site}}: prices by group, an estimate of a month of calls, measured success and speed, and examples of calls.',
  pricingTitle: 'Pricing',
  pricing: 'Prices of all models at {{site}}, by group: input, output, cache, and what was measured of each.',
  statusTitle: 'Status',
  status: 'Success and time to the first token of the models at {{site}}, measured on its own calls, and incidents.',
  docsTitle: 'Documentation',
  docs: 'How to use {{site}}: quick start for each program, models, errors, limits, streaming, files, batches and realtime.',
  aboutTitle: 'About',
  about: 'Who runs {{site}}, how to reach them, and the terms.',
} as const
