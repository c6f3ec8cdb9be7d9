import { z } from 'zod'
import { headersShape, json, ratiosShape, textsShape } from './list-types.ts'
import { card, option } from './option.ts'
import { number, onOff, whole } from './option-type.ts'
import { tokenCounts } from './value-checks.ts'

// Calls to Gemini and Claude, and streams.

export const geminiCard = card({
  id: 'gemini',
  area: 'models',
  writer: 'admin',
  options: {
    'gemini.safety_settings': option(json('category → threshold', textsShape), {
      default: { default: 'OFF', HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE' },
      effect: 'Thresholds sent with translated calls to Gemini: category, or `default`, to threshold.',
    }),
    'gemini.version_settings': option(json('model → version', textsShape), {
      default: { default: 'v1beta', 'gemini-1.0-pro': 'v1' },
      effect: 'Version of the Gemini API by model, `default` for the others. A version in the channel beats it.',
    }),
    'gemini.supported_imagine_models': option(json('list of model names', z.array(z.string().min(1))), {
      default: [
        'gemini-2.0-flash-exp-image-generation',
        'gemini-2.0-flash-exp',
        'gemini-2.5-flash-image',
        'gemini-3-pro-image',
        'gemini-3-pro-image-preview',
        'gemini-3.1-flash-image',
        'gemini-3.1-flash-image-preview',
      ],
      effect:
        'Gemini chat models that translated calls ask for images as well as text. Other image models are asked where the call has `modalities` with `image`.',
    }),
    'gemini.thinking_adapter_enabled': option(onOff, {
      default: false,
      effect: 'Suffixes of model names (-thinking, -nothinking, -high, …) set how Gemini thinks.',
    }),
    'gemini.thinking_adapter_budget_tokens_percentage': option(number({ min: 0.1, max: 1 }), {
      default: 0.6,
      effect: 'Share of the output limit that -thinking may use, at most 24576 tokens.',
      step: 0.1,
    }),
  },
})

export const claudeCard = card({
  id: 'claude',
  area: 'models',
  writer: 'admin',
  options: {
    'claude.model_headers_settings': option(json('model → header → values', headersShape), {
      default: {},
      effect: 'Headers of calls to Anthropic, by the model asked for.',
    }),
    'claude.default_max_tokens': option(json('model → tokens', ratiosShape), {
      default: { default: 8_192 },
      effect:
        'Output limit sent to Claude models when the client names none, in the Anthropic format too: model, or `default`, to tokens.',
      check: tokenCounts,
    }),
    'claude.thinking_adapter_enabled': option(onOff, {
      default: true,
      effect: 'Suffixes of model names (-thinking, -nothinking, -high, …) set how Claude thinks.',
    }),
    'claude.thinking_adapter_budget_tokens_percentage': option(number({ min: 0.1, max: 1 }), {
      default: 0.8,
      effect: 'Share of the output limit that -thinking may use, on models that have a budget.',
      step: 0.1,
    }),
  },
})

export const globalCard = card({
  id: 'global',
  area: 'models',
  writer: 'admin',
  options: {
    'global.pass_through_request_enabled': option(onOff, {
      default: false,
      effect:
        'Bodies go to upstreams of the same format exactly as they came; `pass_through_body_enabled` in the setting of a channel does it there alone.',
    }),
    'general_setting.ping_interval_enabled': option(onOff, {
      default: false,
      effect: 'Streams that are silent send comments to keep the connection open.',
    }),
    'general_setting.ping_interval_seconds': option(whole(1, 3_600), {
      default: 60,
      effect: 'Seconds of silence between such comments.',
      unit: 'seconds',
    }),
  },
})
