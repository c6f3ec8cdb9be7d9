/**
 * The price of reasoning relative to input, for models whose maker prices it apart from output text; undefined = as
 * output text. Perplexity's Deep Research: 3 dollars against 2. https://docs.perplexity.ai/getting-started/pricing,
 * read 2026-11-23
 */
export const builtInReasoningRatio = (model: string): number | undefined =>
  model.startsWith('sonar-deep-research') ? 1.5 : undefined
