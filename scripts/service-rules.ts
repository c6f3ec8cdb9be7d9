import type { PriceRule } from '../contract/src/price-rules.ts'

/** A rule, and the models that have it. */
type RuleGroups = readonly (readonly [rule: PriceRule, models: readonly string[]])[]

// Prices by service tier, speed and region, which the public data set lacks. They are factors, so that they hold for a
// price of the operator's own, too. A model whose page could not be read has none: dearer calls of it are refused.

const priority = (factor: number): PriceRule => ({ when: { tier: 'priority' }, set: { factor } })

/**
 * Instead of the price for long prompts, which priority processing excludes. Dollars of the tier ÷ standard dollars.
 * https://openai.com/api-priority-processing/, read 2026-11-29
 */
const priorityRules: RuleGroups = [
  [priority(2.5), ['gpt-5.5', 'gpt-5.5-2026-04-23', 'gpt-5.5-2026-04-24']],
  [
    priority(2),
    [
      'gpt-5.4',
      'gpt-5.4-2026-03-05',
      'gpt-5.4-mini',
      'gpt-5.4-mini-2026-03-17',
      'gpt-5.2',
      'gpt-5.2-2025-12-11',
      'gpt-5.1',
      'gpt-5.1-2025-11-13',
      'gpt-5.1-codex',
      'gpt-5',
      'gpt-5-2025-08-07',
      'gpt-5-codex',
      'gpt-4.1-nano',
      'gpt-4.1-nano-2025-04-14',
    ],
  ],
  // 0.45 ÷ 0.25
  [priority(1.8), ['gpt-5-mini', 'gpt-5-mini-2025-08-07']],
  // 3.50 ÷ 2, 0.70 ÷ 0.40, 8.75 ÷ 5
  [priority(1.75), ['gpt-4.1', 'gpt-4.1-2025-04-14', 'gpt-4.1-mini', 'gpt-4.1-mini-2025-04-14', 'gpt-4o-2024-05-13']],
  // 4.25 ÷ 2.50
  [priority(1.7), ['gpt-4o', 'gpt-4o-2024-08-06', 'gpt-4o-2024-11-20']],
  // 0.25 ÷ 0.15
  [priority(0.25 / 0.15), ['gpt-4o-mini', 'gpt-4o-mini-2024-07-18']],
]

/**
 * Fast mode, cached tokens included. https://platform.claude.com/docs/en/build-with-claude/fast-mode and
 * https://openrouter.ai/anthropic/claude-opus-5-fast, read 2026-11-29: 10 and 50 dollars instead of 5 and 25.
 */
const fastRules: RuleGroups = [[{ when: { speed: 'fast' }, set: { factor: 2 } }, ['claude-opus-5']]]

/**
 * Flex processing costs what a batch costs, half, for prompts of any length.
 * https://developers.openai.com/api/docs/guides/flex-processing, read 2026-11-29
 */
const flexRules: RuleGroups = [
  [
    { when: { tier: 'flex' }, set: { factor: 0.5 }, stacks: true },
    [
      'gpt-5.5',
      'gpt-5.5-2026-04-23',
      'gpt-5.5-2026-04-24',
      'gpt-5.4',
      'gpt-5.4-2026-03-05',
      'gpt-5.4-mini',
      'gpt-5.4-mini-2026-03-17',
      'gpt-5.4-nano',
      'gpt-5.4-nano-2026-03-17',
      'gpt-5.2',
      'gpt-5.2-2025-12-11',
      'gpt-5.1',
      'gpt-5.1-2025-11-13',
      'gpt-5',
      'gpt-5-2025-08-07',
      'gpt-5-mini',
      'gpt-5-mini-2025-08-07',
      'gpt-5-nano',
      'o3',
      'o3-2025-04-16',
      'o4-mini',
      'o4-mini-2025-04-16',
    ],
  ],
]

/**
 * Inference in the US alone costs 1.1 times the price of every token, of Claude Opus 4.6, Sonnet 4.6 and later models.
 * https://platform.claude.com/docs/en/manage-claude/data-residency and …/api/service-tiers, read 2026-11-29
 */
const regionRules: RuleGroups = [
  [
    { when: { geo: 'us' }, set: { factor: 1.1 }, stacks: true },
    [
      'claude-opus-4-6',
      'claude-opus-4-7',
      'claude-opus-4-8',
      'claude-opus-5',
      'claude-opus-5-5',
      'claude-sonnet-4-6',
      'claude-sonnet-5',
      'claude-fable-5',
      'claude-fable-5-1',
    ],
  ],
]

/** Before the rules of the data set, because the first rule that applies counts alone. */
export const serviceRules: RuleGroups = [...priorityRules, ...fastRules]
/** After them: these multiply whatever applies. */
export const stackingServiceRules: RuleGroups = [...flexRules, ...regionRules]
