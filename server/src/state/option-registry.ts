import { defaultQuotaPerUnit } from '@sluice/contract/quota'
import { z } from 'zod'
import { defaultPrices } from '../core/billing/default-prices.ts'
import {
  addressOption,
  booleanOption,
  headersShape,
  jsonOption,
  linesOption,
  numberOption,
  type OptionType,
  ratiosShape,
  ratioTableShape,
  textOption,
  textsShape,
} from './option-type.ts'

/** One setting of the operator. Declared here once; validation, storage and `/api/option/` follow. */
export interface Option<T> {
  readonly type: OptionType<T>
  /** A function where the value is computed or large. */
  readonly default: T | (() => T)
  /** Who may change it: operation, rate limits, models and texts are any administrator's. */
  readonly writer: 'admin' | 'root'
  readonly screen: 'operation' | 'ratelimit' | 'models' | 'system' | 'other'
  /** Sealed in the database and never sent back. */
  readonly secret?: true
  /** What it does, in a line. */
  readonly effect: string
}

// Inference only: keeps the value's type through the table below.
const option = <T>(declared: Option<T>): Option<T> => declared

const count = (max: number) => numberOption(z.number().int('must be a whole number').min(0).max(max))
const ratios = jsonOption(ratiosShape)

const disableKeywords = [
  'Your credit balance is too low',
  'This organization has been disabled.',
  'You exceeded your current quota',
  'Permission denied',
  'The security token included in the request is invalid',
  'Operation not allowed',
  'Your account is not authorized',
]

export const optionRegistry = {
  // Texts of the site
  SystemName: option({
    type: textOption(128),
    default: 'New API',
    writer: 'admin',
    screen: 'other',
    effect: 'Name of the site, everywhere it is named.',
  }),
  Logo: option({
    type: textOption(2_048),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'Address of the logo.',
  }),
  Footer: option({
    type: textOption(65_536),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'HTML shown instead of the default footer.',
  }),
  Notice: option({
    type: textOption(262_144),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'Announcement, Markdown or HTML.',
  }),
  About: option({
    type: textOption(262_144),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'Content of the about page, Markdown, HTML or an https address.',
  }),
  HomePageContent: option({
    type: textOption(262_144),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'Content of the home page, Markdown, HTML or an https address.',
  }),

  // System
  ServerAddress: option({
    type: addressOption,
    default: '',
    writer: 'root',
    screen: 'system',
    effect: 'Public address of this server: accepted as origin of console requests, shown in chat links.',
  }),
  PasswordLoginEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'root',
    screen: 'system',
    effect: 'Whether anyone may sign in with a password.',
  }),

  // Operation
  TopUpLink: option({
    type: textOption(2_048),
    default: '',
    writer: 'admin',
    screen: 'operation',
    effect: 'Address where codes are sold.',
  }),
  'general_setting.docs_link': option({
    type: textOption(2_048),
    default: '',
    writer: 'admin',
    screen: 'operation',
    effect: 'Address of the documentation in the top bar; empty hides it.',
  }),
  Chats: option({
    type: jsonOption(z.array(z.record(z.string(), z.string()))),
    default: [],
    writer: 'admin',
    screen: 'operation',
    effect: 'Chat clients offered beside API tokens: name to URL template.',
  }),
  QuotaPerUnit: option({
    type: numberOption(z.number().positive('must be greater than 0').max(1e12)),
    default: defaultQuotaPerUnit,
    writer: 'admin',
    screen: 'operation',
    effect: 'Quota units per currency unit, in prices and in display.',
  }),
  PreConsumedQuota: option({
    type: count(1_000_000_000),
    default: 500,
    writer: 'admin',
    screen: 'operation',
    effect: 'Output tokens reserved, and extended by, when the caller gives no maximum.',
  }),
  RetryTimes: option({
    type: count(20),
    // Without a further attempt a second channel would never be used when the first fails.
    default: 2,
    writer: 'admin',
    screen: 'operation',
    effect: 'Further attempts after the first failed one.',
  }),
  DisplayInCurrencyEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'Amounts are shown as currency instead of quota units.',
  }),
  DefaultCollapseSidebar: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'The side menu starts collapsed.',
  }),
  SelfUseModeEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'Models without a price are allowed and cost nothing.',
  }),
  DemoSiteEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'root',
    screen: 'operation',
    effect: 'The console refuses every write except switching this off.',
  }),
  LogConsumeEnabled: option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'operation',
    effect: 'Usage rows are written for relayed calls; balances are kept either way.',
  }),
  AutomaticDisableChannelEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'operation',
    effect: 'Channels that fail for good are switched off.',
  }),
  AutomaticDisableKeywords: option({
    type: linesOption,
    default: disableKeywords,
    writer: 'admin',
    screen: 'operation',
    effect: 'Upstream error texts that switch a channel off, one a line.',
  }),

  // Prices: a stored table replaces the default one as a whole.
  ModelRatio: option({
    type: ratios,
    default: defaultPrices.ModelRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of input per model; 1 = 2 currency units per million tokens.',
  }),
  ModelPrice: option({
    type: ratios,
    default: defaultPrices.ModelPrice,
    writer: 'admin',
    screen: 'operation',
    effect: 'Fixed price per call in currency units; wins over ratios.',
  }),
  CompletionRatio: option({
    type: ratios,
    default: defaultPrices.CompletionRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of output as a multiple of input.',
  }),
  CacheRatio: option({
    type: ratios,
    default: defaultPrices.CacheRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of cached input as a multiple of input.',
  }),
  CreateCacheRatio: option({
    type: ratios,
    default: defaultPrices.CreateCacheRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of input written to a cache as a multiple of input.',
  }),
  ImageRatio: option({
    type: ratios,
    default: defaultPrices.ImageRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of image input as a multiple of text input.',
  }),
  AudioRatio: option({
    type: ratios,
    default: defaultPrices.AudioRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of audio input as a multiple of text input.',
  }),
  AudioCompletionRatio: option({
    type: ratios,
    default: defaultPrices.AudioCompletionRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of audio output as a multiple of audio input.',
  }),
  GroupRatio: option({
    type: ratios,
    default: { default: 1, vip: 1, svip: 1 },
    writer: 'admin',
    screen: 'operation',
    effect: 'Factor per group; names the groups that exist.',
  }),
  UserUsableGroups: option({
    type: jsonOption(textsShape),
    default: { default: '默认分组 Default', vip: 'VIP 分组 VIP' },
    writer: 'admin',
    screen: 'operation',
    effect: 'Groups every user may choose for a token, with their description.',
  }),
  GroupGroupRatio: option({
    type: jsonOption(ratioTableShape),
    default: {},
    writer: 'admin',
    screen: 'operation',
    effect: "Factor by the user's group and the group used; replaces the plain factor where present.",
  }),

  // Models
  'claude.default_max_tokens': option({
    type: jsonOption(ratiosShape),
    default: { default: 8_192 },
    writer: 'admin',
    screen: 'models',
    effect: 'Output asked of Claude models when the client names no limit: model, or `default`, to tokens.',
  }),
  'claude.model_headers_settings': option({
    type: jsonOption(headersShape),
    default: {},
    writer: 'admin',
    screen: 'models',
    effect: 'Headers of calls to Anthropic, by the model asked for: model to header to its values.',
  }),
  'gemini.version_settings': option({
    type: jsonOption(textsShape),
    default: { default: 'v1beta', 'gemini-1.0-pro': 'v1' },
    writer: 'admin',
    screen: 'models',
    effect:
      'Version of the Gemini API by model, `default` for the others. A version in the channel beats it.',
  }),
  'gemini.safety_settings': option({
    type: jsonOption(textsShape),
    default: { default: 'OFF', HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE' },
    writer: 'admin',
    screen: 'models',
    effect: 'Thresholds sent with translated calls to Gemini: category, or `default`, to threshold.',
  }),
  'general_setting.ping_interval_enabled': option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'models',
    effect: 'Streams that are silent send comments to keep the connection open.',
  }),
  'general_setting.ping_interval_seconds': option({
    type: numberOption(z.number().int('must be a whole number').min(1).max(3_600)),
    default: 60,
    writer: 'admin',
    screen: 'models',
    effect: 'Seconds of silence between such comments.',
  }),
} as const

type Registry = typeof optionRegistry
export type OptionKey = keyof Registry

/** Every option by its wire name, typed: `snapshot.options.RetryTimes`. */
export type OptionValues = {
  readonly [K in OptionKey]: Registry[K] extends Option<infer T> ? T : never
}

export const optionKeys = Object.keys(optionRegistry) as OptionKey[]

export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(optionRegistry, key)

/** The declaration of `key` without its value's type, for code that treats all options alike. */
export const optionOf = (key: OptionKey): Option<unknown> => optionRegistry[key] as Option<unknown>
