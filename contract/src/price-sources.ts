import { z } from 'zod'
import { reasonData } from './envelope.ts'
import { modelNameBytesMax } from './name-lists.ts'
import { priceFields, priceRuleList } from './price-rules.ts'
import { formed } from './reason-of-issue.ts'

// Price lists from outside. What a source says becomes a proposal; only accepting it changes a price.

/**
 * The form of a list. `site`: `/api/pricing` or `/api/ratio_config` of a gateway of this kind, this program included.
 * `models_dev`, `litellm`, `openrouter`: public lists. `file`: CSV or JSON, uploaded.
 */
export const priceSourceKinds = ['site', 'models_dev', 'litellm', 'openrouter', 'file'] as const
export type PriceSourceKind = (typeof priceSourceKinds)[number]

/** Where the public lists are. */
export const publicListUrls: Readonly<Partial<Record<PriceSourceKind, string>>> = {
  models_dev: 'https://models.dev/api.json',
  litellm: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
  openrouter: 'https://openrouter.ai/api/v1/models',
}

/** `cost`: what the operator pays (`CostPrices`). `sale`: what customers pay. */
export const priceSides = ['cost', 'sale'] as const
export type PriceSide = (typeof priceSides)[number]

/** Of a list, in bytes. */
export const priceListBytesMax = 12 * 1_048_576
export const priceSourcesMax = 100

export const priceSourceWrite = z.object({
  name: z.string().trim().min(1).max(64),
  kind: z.enum(priceSourceKinds),
  /** Empty for a file, and for public lists at their own address. */
  url: formed(z.string().trim().max(2_048), /^([hH][tT]{2}[pP][sS]?:\/\/.+)?$/, 'mustBeWebAddress').default(''),
  /** Only the lines of this provider, for lists of several; '' = all, where the maker's line counts for a bare name. */
  provider: z.string().trim().max(64).default(''),
  /** Hours between two looks; 0 = only when asked. */
  every_hours: z.number().int().min(0).max(720).default(0),
  side: z.enum(priceSides).default('sale'),
  /** A maker's own list, which wins over resellers'. */
  is_maker: z.boolean().default(false),
})
export type PriceSourceWrite = z.infer<typeof priceSourceWrite>

/** A line of a list that cannot be used. */
const listProblem = z.object({ model: z.string(), reason: reasonData })

export const priceSource = priceSourceWrite.extend({
  id: z.number(),
  /** Seconds; 0 = never. */
  looked_at: z.number(),
  /** Why the last look failed; null = it succeeded. A failed look changes nothing. */
  error: reasonData.nullable(),
  /** The models of this site that the list names. */
  models: z.number(),
  /** Open proposals. */
  open: z.number(),
})
export type PriceSource = z.infer<typeof priceSource>

export const priceLook = z.object({
  source: priceSource,
  /** Lines that were read. */
  lines: z.number(),
  /** The first lines that could not be used, and how many there are. */
  problems: z.array(listProblem),
  problems_total: z.number(),
  /** New proposals, without those that were accepted by rule. */
  proposed: z.number(),
  accepted: z.number(),
})
export type PriceLook = z.infer<typeof priceLook>
export const problemsShown = 50

/** Why an administrator has to decide on a proposal. `new`: the model has no price here yet. */
export const proposalDoubts = [
  'new',
  'rises',
  'from_zero',
  'to_zero',
  'kind_changes',
  'contradicted',
  'implausible',
] as const
export type ProposalDoubt = (typeof proposalDoubts)[number]

export const proposalStates = ['open', 'accepted', 'ignored'] as const
export type ProposalState = (typeof proposalStates)[number]

const statedPrice = z.object({ fields: priceFields, rules: priceRuleList })
export type StatedPrice = z.infer<typeof statedPrice>

/** The sale price that a markup rule makes of the cost, before and after. Null = there is none. */
const saleConsequence = z.object({
  /** Position of the rule. */
  rule: z.number(),
  current: statedPrice.nullable(),
  proposed: statedPrice.nullable(),
})

export const priceProposal = z.object({
  id: z.number(),
  model: z.string(),
  side: z.enum(priceSides),
  source_id: z.number(),
  source: z.string(),
  /** Seconds. */
  found_at: z.number(),
  /** The price as it applies now, with the ratios that follow from the name; null = none. */
  current: statedPrice.nullable(),
  /** The same after the proposal is accepted. */
  proposed: statedPrice,
  doubts: z.array(z.enum(proposalDoubts)),
  /** Names of other sources that say the same, and of those that say something else. */
  agreeing: z.array(z.string()),
  differing: z.array(z.string()),
  /** The largest change of a figure, as a factor: 1.5 = half more. Null from nothing or from 0. */
  factor: z.number().nullable(),
  /** Of an open proposal of a cost: the sale price that follows it; null = none does. */
  sale: saleConsequence.nullable(),
  state: z.enum(proposalStates),
})
export type PriceProposal = z.infer<typeof priceProposal>

/** Which proposals; absent parts = any. */
const proposalFilter = z.object({
  /** Part of a model's name. */
  model: z.string().trim().max(modelNameBytesMax).optional(),
  source_id: z.number().int().optional(),
  side: z.enum(priceSides).optional(),
  /** `none`: without a doubt. */
  doubt: z.enum([...proposalDoubts, 'none']).optional(),
})
export type ProposalFilter = z.infer<typeof proposalFilter>

export const proposalsMax = 10_000
/** These open proposals, or all open ones that match. */
export const proposalChoice = z.union([
  z.strictObject({ ids: z.array(z.number().int().positive()).min(1).max(proposalsMax) }),
  z.strictObject({ all: proposalFilter }),
])
export type ProposalChoice = z.infer<typeof proposalChoice>

export const proposalsAccepted = z.object({
  accepted: z.number(),
  /** Models whose price has changed since: their proposals were made anew, or are gone. */
  renewed: z.array(z.string()),
  /** Models with a price by the call, which never becomes one by tokens this way. */
  refused: z.array(z.string()),
})
export type ProposalsAccepted = z.infer<typeof proposalsAccepted>

/** Option `PriceAcceptRules`: when proposals are accepted automatically. Off by default. */
export const acceptRules = z.strictObject({
  /** Falls are accepted at once. */
  falls: z.boolean().default(false),
  /** Rises up to this share, e.g. 0.05; 0 = none. */
  rises_up_to: z.number().min(0).max(1).default(0),
  /** How many sources must agree, the proposing one included. */
  sources: z.number().int().min(1).max(10).default(1),
})
export type AcceptRules = z.infer<typeof acceptRules>
