import { limits } from '@sluice/contract/limits'
import { z } from 'zod'
import {
  booleanOption,
  count,
  jsonOption,
  limitTableShape,
  numberOption,
  rateLimitGroupShape,
} from '../option-type.ts'
import { option } from './option.ts'

/** Limits on model requests: the tab "ratelimit". */
export const ratelimitOptions = {
  ModelRequestRateLimitEnabled: option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'ratelimit',
    effect: 'Model requests of an account are limited.',
  }),
  ModelRequestRateLimitDurationMinutes: option({
    type: count(525_600),
    default: 1,
    writer: 'admin',
    screen: 'ratelimit',
    effect: 'Window of that limit, minutes.',
  }),
  ModelRequestRateLimitCount: option({
    type: count(1_000_000_000),
    default: 0,
    writer: 'admin',
    screen: 'ratelimit',
    effect: 'Requests in the window, failed ones included; 0 = no limit.',
  }),
  ModelRequestRateLimitSuccessCount: option({
    type: numberOption(z.number().int('must be a whole number').min(1).max(1_000_000_000)),
    default: 1000,
    writer: 'admin',
    screen: 'ratelimit',
    effect: 'Successful requests in the window.',
  }),
  ModelRequestRateLimitGroup: option({
    type: jsonOption(rateLimitGroupShape),
    default: {},
    writer: 'admin',
    screen: 'ratelimit',
    effect: 'By group: most requests and most successful requests, instead of the two above.',
  }),
  DefaultUserLimits: option({
    type: jsonOption(limits),
    default: {},
    writer: 'admin',
    screen: 'ratelimit',
    effect: 'Limits of each account, where its own say nothing.',
  }),
  GroupLimits: option({
    type: jsonOption(limitTableShape),
    default: {},
    writer: 'admin',
    screen: 'ratelimit',
    effect: 'By group: limits on all calls that use it, together.',
  }),
  ModelLimits: option({
    type: jsonOption(limitTableShape),
    default: {},
    writer: 'admin',
    screen: 'ratelimit',
    effect: 'By model: limits on all calls for it, together.',
  }),
} as const
