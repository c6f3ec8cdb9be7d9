import { priceRules } from '@sluice/contract/price-rules'
import { toolPriceSetting } from '@sluice/contract/tool-prices'
import { z } from 'zod'
import { defaultPrices } from '../../core/billing/default-prices.ts'
import { defaultToolPriceSetting } from '../../core/billing/tool-prices.ts'
import { jsonOption, numberOption, ratios, ratioTableShape, textsShape } from '../option-type.ts'
import { option } from './option.ts'

/** Prices and groups. A stored table replaces the default one as a whole. */
export const priceOptions = {
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
  CreateCache1hRatio: option({
    type: ratios,
    default: defaultPrices.CreateCache1hRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'The same for an hour; without an entry, 1.6 times that for five minutes.',
  }),
  ImageRatio: option({
    type: ratios,
    default: defaultPrices.ImageRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of image input as a multiple of text input.',
  }),
  ImageCompletionRatio: option({
    type: ratios,
    default: defaultPrices.ImageCompletionRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of image output as a multiple of text input; without an entry, that of text output.',
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
  AudioCacheRatio: option({
    type: ratios,
    default: defaultPrices.AudioCacheRatio,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of cached audio input as a multiple of audio input; without an entry, as CacheRatio says.',
  }),
  UnsetModelRatio: option({
    type: numberOption(z.number().min(0, 'must not be less than 0').max(1_000_000)),
    default: 0,
    writer: 'admin',
    screen: 'operation',
    effect: 'Ratio of models without a price, for accounts that accept it; 0 = such models are refused.',
  }),
  PriceRules: option({
    type: jsonOption(priceRules),
    default: defaultPrices.PriceRules,
    writer: 'admin',
    screen: 'operation',
    effect: 'Prices that depend on the length of the prompt or on the time, per model.',
  }),
  tool_price_setting: option({
    type: jsonOption(toolPriceSetting),
    default: defaultToolPriceSetting,
    writer: 'admin',
    screen: 'operation',
    effect: 'Price of a thousand searches in currency units, by tool and beginning of the model name.',
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
} as const
