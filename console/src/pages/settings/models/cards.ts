import { defineCard } from '../option-field.ts'
import { headersProblem, namesProblem, textMapProblem, tokenMapProblem } from './model-maps.ts'

const area = 'settings'
const share = { kind: 'number', min: 0.1, max: 1, step: 0.1 } as const

/** How calls to Gemini and Claude are made, and streams kept open: the tab "models". */
export const modelCards = {
  gemini: defineCard({
    id: 'gemini',
    area,
    fields: {
      'gemini.safety_settings': { kind: 'json', check: textMapProblem },
      'gemini.version_settings': { kind: 'json', check: textMapProblem },
      'gemini.supported_imagine_models': { kind: 'json', check: namesProblem },
      'gemini.thinking_adapter_enabled': { kind: 'switch' },
      'gemini.thinking_adapter_budget_tokens_percentage': share,
    },
  }),
  claude: defineCard({
    id: 'claude',
    area,
    fields: {
      'claude.model_headers_settings': { kind: 'json', check: headersProblem },
      'claude.default_max_tokens': { kind: 'json', check: tokenMapProblem },
      'claude.thinking_adapter_enabled': { kind: 'switch' },
      'claude.thinking_adapter_budget_tokens_percentage': share,
    },
  }),
  global: defineCard({
    id: 'global',
    area,
    fields: {
      'global.pass_through_request_enabled': { kind: 'switch' },
      'general_setting.ping_interval_enabled': { kind: 'switch' },
      'general_setting.ping_interval_seconds': {
        kind: 'number',
        min: 1,
        max: 3_600,
        isWhole: true,
        unit: 'seconds',
      },
    },
  }),
}
