import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/settings-models.ts'

export default {
  card: {
    gemini: { title: 'Gemini' },
    claude: { title: 'Claude' },
    global: { title: 'Global', purpose: 'For all channels.' },
  },
  field: {
    gemini_safety_settings: {
      label: 'Safety settings',
      help: 'Category to threshold; default covers the other categories.',
    },
    gemini_version_settings: {
      label: 'API version',
      help: 'Model to API version; default covers the other models.',
    },
    gemini_supported_imagine_models: {
      label: 'Models that draw',
      help: 'Asked for images as well as text.',
    },
    gemini_thinking_adapter_enabled: {
      label: 'Thinking adapter',
      help: 'Names ending in -thinking make the model think, -nothinking stops it.',
    },
    gemini_thinking_adapter_budget_tokens_percentage: {
      label: 'Thinking budget share',
      help: 'Share of the output limit, {{min}} to {{max}}. What exceeds 24576 tokens is ignored.',
    },
    claude_model_headers_settings: {
      label: 'Header overrides',
      help: 'Model to headers, each with a list of values: {"claude-sonnet-4":{"anthropic-beta":["…"]}}.',
    },
    claude_default_max_tokens: {
      label: 'Default output limit',
      help: 'Where a request has no max_tokens: model to tokens; default covers the other models.',
    },
    claude_thinking_adapter_enabled: {
      label: 'Thinking adapter',
      help: 'Names ending in -thinking make the model think.',
    },
    claude_thinking_adapter_budget_tokens_percentage: {
      label: 'Thinking budget share',
      help: 'Share of the output limit, {{min}} to {{max}}.',
    },
    global_pass_through_request_enabled: {
      label: 'Pass requests through',
      help: 'Bodies go to upstreams of the same format exactly as they came.',
    },
    general_setting_ping_interval_enabled: {
      label: 'Keep streams alive',
      help: 'Sends comments while the upstream is silent, so that nothing in between drops the connection.',
    },
    general_setting_ping_interval_seconds: { label: 'Interval' },
  },
  addName: 'Type a name and press Enter',
} satisfies SameKeys<typeof zh>
