import { z } from 'zod'
import { costEntry } from './cost-prices.ts'
import { modelNameBytesMax } from './name-lists.ts'
import type { PriceTableKey } from './option.ts'
import { plain } from './plain-text.ts'
import { expressionBounds } from './price-expression/language.ts'
import { factorMax, priceFields, priceRuleList } from './price-rules.ts'
import { proposalChoice } from './price-sources.ts'
import { because } from './reason-of-issue.ts'
import { keysOf } from './typed-keys.ts'

// The price sheet: every model with what it costs, what it is sold for, and where both figures come from.

const modelName = z.string().min(1).max(modelNameBytesMax)

/**
 * Where a price comes from. `typed`: an administrator's entry. `list`: the maker's list that this version ships.
 * `markup`: a markup rule computes it from the cost. `name`: follows from the model's name. `none`: there is no price.
 */
export const priceOrigins = ['typed', 'list', 'markup', 'name', 'none'] as const
export type PriceOrigin = (typeof priceOrigins)[number]

/** Where a cost comes from: prices of a channel, the site's list of costs, the maker's list; `none` = unknown. */
const costOrigins = ['channel', 'cost_list', 'list', 'none'] as const

/**
 * `sold`: at least one enabled channel offers it. `unpriced`: sold without a price. `hidden`: offered, but hidden from
 * every group. `idle`: no enabled channel offers it.
 */
export const priceStates = ['sold', 'unpriced', 'idle', 'hidden'] as const
export type PriceState = (typeof priceStates)[number]

/** How amounts of a markup are rounded, in dollars per million tokens (dollars a call for fixed prices). */
export const markupRoundings = ['none', 'cent', 'ten_cents'] as const

export const markupFactorMax = 1_000
export const markupAddMax = 1_000_000

/** `sale = cost × factor + add` for the models that a pattern names. The first rule that names one counts. */
const markupRule = z.strictObject({
  /** Names; `*` matches any text. */
  models: z.array(modelName).min(1).max(1_000),
  /** Names that the rule leaves to the tables. */
  except: z.array(modelName).max(10_000).optional(),
  /** The id of a channel whose costs count; absent: the site's list of costs, else the maker's list. */
  channel: z.number().int().positive().optional(),
  factor: z.number().min(0).max(markupFactorMax),
  /** Dollars per million tokens of input and of output. */
  add: z.number().min(0).max(markupAddMax).optional(),
  round: z.enum(markupRoundings).optional(),
})
export type MarkupRule = z.infer<typeof markupRule>

/** Option `MarkupRules`. */
export const markupRules = z.array(markupRule).max(100)

/** The names of the fields of a price. */
const priceFieldName = z.enum(priceFields.keyof().options)

/** Who changed a price last, and when. */
const lastPriceChange = z.object({
  /** Seconds. */
  at: z.number(),
  /** '' = the program itself. */
  by: z.string(),
})

const priceSheetRow = z.object({
  model: z.string(),
  /** '' = unknown. */
  vendor: z.string(),
  state: z.enum(priceStates),
  origin: z.enum(priceOrigins),
  /** The sale price before rules and group ratios. Only fields that are set or follow from the name. */
  fields: priceFields,
  /** Those of `fields` that have an entry in the price tables: the others follow from the name or from a markup. */
  set: z.array(priceFieldName),
  /** Rules by length, time and service. */
  rules: priceRuleList,
  /** The price expression, where the model has one. */
  expression: z.string().nullable(),
  /** The maker's list price; null = the shipped list does not have the model. */
  list: priceFields.nullable(),
  list_rules: priceRuleList,
  /** The price or its rules differ from those of the maker's list. False for models that the list does not have. */
  is_changed: z.boolean(),
  /** Position of the markup rule that governs the model; null = none does. */
  markup: z.number().nullable(),
  cost: z.object({
    origin: z.enum(costOrigins),
    /** Of a model with an expression: as its first tier would cost. Null = unknown, or fields cannot say it. */
    fields: priceFields.nullable(),
    /** The part of the price expression that the upstream takes; null = the cost is no part of an expression. */
    share: z.number().nullable(),
    /** The entry of the model in the site's list of costs; null = none. */
    entry: costEntry.nullable(),
  }),
  /** Percent of the sale price of input, or of a call, that remains after the cost; null = unknown. */
  margin_percent: z.number().nullable(),
  /** Enabled channels that offer it. */
  channels: z.number(),
  /** Of the last seven days. */
  calls_7d: z.number(),
  /** Quota units. */
  charge_7d: z.number(),
  last_change: lastPriceChange.nullable(),
})
export type PriceSheetRow = z.infer<typeof priceSheetRow>

export const priceSheet = z.object({
  rows: z.array(priceSheetRow),
  /** The rules that make prices of costs, in order. */
  markup_rules: markupRules,
  /** The site's cost of all models without an entry; null = none. */
  default_cost: costEntry.nullable(),
  /** The shipped list: its data set and its date, seconds. */
  list: z.object({ name: z.string(), as_of: z.number() }),
  /** Changes when any price does. A write that names an older one is refused. */
  version: z.string(),
})
export type PriceSheet = z.infer<typeof priceSheet>

/** The fields that have a table. The price of reasoning follows from the name of the model or from a rule. */
const changeableFields = priceFields.omit({ reasoning_ratio: true })
export type ChangeableField = keyof z.infer<typeof changeableFields>

/** The option that holds each field: model → number. */
export const tableOfField = {
  price: 'ModelPrice',
  ratio: 'ModelRatio',
  completion_ratio: 'CompletionRatio',
  cache_ratio: 'CacheRatio',
  create_cache_ratio: 'CreateCacheRatio',
  create_cache_1h_ratio: 'CreateCache1hRatio',
  image_ratio: 'ImageRatio',
  image_completion_ratio: 'ImageCompletionRatio',
  audio_ratio: 'AudioRatio',
  audio_completion_ratio: 'AudioCompletionRatio',
  audio_cache_ratio: 'AudioCacheRatio',
  second_price: 'SecondPrice',
  character_price: 'CharacterPrice',
} as const satisfies Record<ChangeableField, PriceTableKey>
export const changeableFieldNames = keysOf(tableOfField)

/** A change of one model. An absent part stays; null removes it. */
const priceChangeOfModel = z.strictObject({
  model: modelName,
  fields: z.partialRecord(changeableFields.keyof(), z.number().min(0).max(factorMax).nullable()).optional(),
  rules: priceRuleList.nullable().optional(),
  expression: z.string().max(expressionBounds.characters).nullable().optional(),
  /** The entry in the site's list of costs. The model `default` has that of all models without one. */
  cost: costEntry.nullable().optional(),
})
export type PriceChangeOfModel = z.infer<typeof priceChangeOfModel>

export const priceChangesMax = 10_000
/** Characters of the note of a publication. */
export const priceNoteMax = 200

/** At least one of its parts. */
const priceChanges = {
  changes: z.array(priceChangeOfModel).max(priceChangesMax).default([]),
  /** All rules that make prices of costs, in place of those of now; absent = they stay. */
  markup_rules: markupRules.optional(),
}

export const pricePreviewRequest = z
  .object({
    ...priceChanges,
    /** Open proposals of price lists, as if they were accepted. */
    proposals: proposalChoice.optional(),
    /** The calls of the last days, today included. 0: only what changes, without calls. */
    days: z.number().int().min(0).max(31).default(7),
  })
  .refine(
    ({ changes, markup_rules, proposals }) =>
      changes.length > 0 || markup_rules !== undefined || proposals !== undefined,
    because('required'),
  )

/** What calls cost at the present prices, and what they would have cost. Amounts in quota units. */
const effectSums = z.object({
  calls: z.number(),
  charge: z.number(),
  would_charge: z.number(),
})

/**
 * Why a call is not in the effect. `other_price`: it was charged at a part of the price that its row does not name, as
 * in a batch of an earlier version. `incomplete`: its row does not contain all that a charge is computed from.
 * `request`: the new price reads the request, which no row has. `units`: the new price is by the call, second or
 * character, and the row does not say how often it would have been due. `unpriced`: without a price the call would have
 * been refused.
 */
const skipReasons = ['other_price', 'incomplete', 'request', 'units', 'unpriced'] as const
export type SkipReason = (typeof skipReasons)[number]

/** Calls by the reason; absent = none. */
const skippedBy = z.partialRecord(z.enum(skipReasons), z.number())

/** The price of a model at a moment. */
const priceEntry = z.object({
  /** `tables`: the entries of the model in the price tables. `markup`: what a markup rule made of its cost. */
  origin: z.enum(['tables', 'markup']),
  fields: priceFields,
  /** Null = too long for the history. */
  rules: priceRuleList.nullable(),
  expression: z.string().nullable(),
  /** The entry in the site's list of costs; null = none, absent = the history of an earlier version did not have it. */
  cost: costEntry.nullable().optional(),
})
export type PriceEntry = z.infer<typeof priceEntry>

const changedPrice = z.object({ model: z.string(), before: priceEntry, after: priceEntry })
export type ChangedPrice = z.infer<typeof changedPrice>
/** Models of a preview with their prices before and after. */
export const changedPricesShown = 500

/** What a markup rule governs. */
const governedModels = z.object({
  models: z.number(),
  /** The first names. */
  names: z.array(z.string()),
  /** Models without a known cost: they would have no price. */
  without_cost: z.number(),
})
export type GovernedModels = z.infer<typeof governedModels>
export const governedNamesShown = 20
export const unpricedNamesShown = 20

export const priceEffect = z.object({
  ...effectSums.shape,
  days: z.number(),
  /** `skipped_by`: calls of the model that are in no sum, by the reason; absent = none. */
  models: z.array(z.object({ model: z.string(), ...effectSums.shape, skipped_by: skippedBy })),
  /** Of the calls whose cost is known before and after: what remains of the charge. */
  margin: z.object({ calls: z.number(), margin: z.number(), would_margin: z.number() }),
  /** Calls whose cost is unknown now, and would be known. They are not in the margin. */
  costs_found: z.number(),
  /** Calls that were charged at an earlier price. They are in the sums at the present one. */
  at_earlier_prices: z.number(),
  /** Calls of these models that could not be computed again. They are in no other sum. */
  skipped: z.number(),
  /** The same by reason; absent = none. */
  skipped_by: skippedBy,
  /** Only the newest calls were computed: there are more than the limit. */
  is_partial: z.boolean(),
  /** Models whose price or cost changes, and the first of them. */
  changed: z.number(),
  changed_prices: z.array(changedPrice),
  /** By rule, where the rules are given. */
  governed: z.array(governedModels),
  /** Models that have a price and would have none, and the first of them: those on sale come first. */
  unpriced: z.object({ models: z.number(), names: z.array(z.string()) }),
})
export type PriceEffect = z.infer<typeof priceEffect>

export const pricePublishRequest = z
  .object({
    ...priceChanges,
    /** The version of the sheet that the changes were made on. */
    version: z.string().max(64),
    /** Shown in the history. */
    note: plain(z.string().trim().max(priceNoteMax)).default(''),
    /** `restore`: the changes are those of an earlier moment. */
    way: z.enum(['sheet', 'restore']).default('sheet'),
  })
  .refine(({ changes, markup_rules }) => changes.length > 0 || markup_rules !== undefined, because('required'))

/** The answer to a publication. */
export const pricePublished = z.object({
  /** Of the sheet after it. */
  version: z.string(),
  /** The options that were written. */
  changed: z.array(z.string()),
  /** Models that a markup rule governed. Each was added to `except` of its rule, so that its own price counts. */
  excepted: z.array(z.string()),
})
export type PricePublished = z.infer<typeof pricePublished>

/** How a change of prices came about. */
export const priceChangeWays = ['sheet', 'settings', 'defaults', 'source', 'restore', 'import'] as const
export type PriceChangeWay = (typeof priceChangeWays)[number]

/** One model in one change, newest first in lists. */
export const priceHistoryLine = z.object({
  id: z.number(),
  /** Seconds. */
  at: z.number(),
  by: z.string(),
  way: z.enum(priceChangeWays),
  note: z.string(),
  model: z.string(),
  before: priceEntry,
  after: priceEntry,
})
export type PriceHistoryLine = z.infer<typeof priceHistoryLine>

/** The differences between the prices of a moment and those of now, as changes that would restore them. */
export const pricesAsOf = z.object({
  at: z.number(),
  changes: z.array(priceChangeOfModel),
  /** Models whose price of that moment cannot be restored: a markup rule made it, or it was too long or incomplete. */
  unrestorable: z.array(z.string()),
})
export type PricesAsOf = z.infer<typeof pricesAsOf>

/** The form of an export: a spreadsheet, or a list of objects with the same names. */
export const priceFileFormats = ['csv', 'json'] as const
export type PriceFileFormat = (typeof priceFileFormats)[number]

/** Characters of a file of prices. */
export const priceFileMax = 5_242_880

/**
 * `unreadable`: the file is neither CSV nor JSON, or has no column `model`. `contradiction`: the dollars and the ratios
 * of a line were both changed. `free_input`: output has a price and input has none, which ratios cannot express.
 */
const priceFileFaults = [
  'unreadable',
  'no_model',
  'twice',
  'not_a_number',
  'out_of_range',
  'contradiction',
  'free_input',
  'rules_invalid',
  'too_many',
] as const
export type PriceFileFault = (typeof priceFileFaults)[number]

const priceFileProblem = z.object({
  /** The line of a CSV file, or the number of the entry of a JSON list, from 1; 0 = the whole file. */
  line: z.number(),
  model: z.string(),
  /** '' = the whole line. */
  column: z.string(),
  fault: z.enum(priceFileFaults),
})
export type PriceFileProblem = z.infer<typeof priceFileProblem>

/** The differences between a file and the prices of now. Lines with problems are not in the changes. */
export const priceFileRead = z.object({
  changes: z.array(priceChangeOfModel),
  problems: z.array(priceFileProblem),
  /** Lines with a model. */
  lines: z.number(),
})
export type PriceFileRead = z.infer<typeof priceFileRead>

/** What a price is for: a million tokens or characters, a call, a second; `expression`: it depends on the call. */
const modelPriceUnits = ['tokens', 'call', 'second', 'characters', 'expression'] as const

/** The sale price of a model before rules and group ratios, in dollars. */
export const modelPrice = z.object({
  model: z.string(),
  unit: z.enum(modelPriceUnits),
  /** Of an expression: of its first tier, null where one amount cannot say it. */
  amount: z.number().nullable(),
  /** By tokens: of output; otherwise null. */
  output: z.number().nullable(),
})
export type ModelPrice = z.infer<typeof modelPrice>
