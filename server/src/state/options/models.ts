import { z } from 'zod'
import {
  booleanOption,
  headersShape,
  jsonOption,
  numberOption,
  ratiosShape,
  textsShape,
} from '../option-type.ts'
import { option } from './option.ts'

/** Gemini, Claude and streams: the tab "models". */
export const modelOptions = {
  'claude.default_max_tokens': option({
    type: jsonOption(ratiosShape),
    default: { default: 8_192 },
    writer: 'admin',
    screen: 'models',
    effect:
      'Output asked of Claude models when the client names no limit, in its own format too: model, or `default`, to tokens.',
  }),
  'claude.model_headers_settings': option({
    type: jsonOption(headersShape),
    default: {},
    writer: 'admin',
    screen: 'models',
    effect: 'Headers of calls to Anthropic, by the model asked for: model to header to its values.',
  }),
  'claude.thinking_adapter_enabled': option({
    type: booleanOption,
    default: true,
    writer: 'admin',
    screen: 'models',
    effect: 'Endings of names (-thinking, -nothinking, -high, …) set how Claude thinks.',
  }),
  'claude.thinking_adapter_budget_tokens_percentage': option({
    type: numberOption(z.number().min(0.1, 'must be between 0.1 and 1').max(1, 'must be between 0.1 and 1')),
    default: 0.8,
    writer: 'admin',
    screen: 'models',
    effect: 'Share of the output limit that -thinking may use, on models that have a budget.',
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
  'gemini.supported_imagine_models': option({
    type: jsonOption(z.array(z.string().min(1))),
    default: ['gemini-2.0-flash-exp-image-generation', 'gemini-2.0-flash-exp', 'gemini-2.5-flash-image'],
    writer: 'admin',
    screen: 'models',
    effect: 'Gemini chat models that translated calls ask for images as well as text.',
  }),
  'gemini.thinking_adapter_enabled': option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'models',
    effect: 'Endings of names (-thinking, -nothinking, -high, …) set how Gemini thinks.',
  }),
  'gemini.thinking_adapter_budget_tokens_percentage': option({
    type: numberOption(z.number().min(0.1, 'must be between 0.1 and 1').max(1, 'must be between 0.1 and 1')),
    default: 0.6,
    writer: 'admin',
    screen: 'models',
    effect: 'Share of the output limit that -thinking may use, at most 24576 tokens.',
  }),
  'global.pass_through_request_enabled': option({
    type: booleanOption,
    default: false,
    writer: 'admin',
    screen: 'models',
    effect:
      'Bodies go to upstreams of the same format exactly as they came; `pass_through_body_enabled` in the setting of a channel does it there alone.',
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
