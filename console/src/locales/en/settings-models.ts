import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/settings-models.ts'

export default {
  card: {
    gemini: { title: 'Gemini' },
    claude: { title: 'Claude' },
    global: { title: 'Global', purpose: 'Applies to all channels.' },
  },
  field: {
    gemini_safety_settings: {
      label: 'Safety settings',
      help: 'The threshold of each category; “default” applies to all others.',
    },
    gemini_version_settings: {
      label: 'API version',
      help: 'The API version of each model; “default” applies to all others.',
    },
    gemini_supported_imagine_models: {
      label: 'Models with image output',
      help: 'Calls to these models request both text and images.',
    },
    gemini_thinking_adapter_enabled: {
      label: 'Thinking adapter',
      help: 'Names that end in -thinking switch thinking on; -nothinking switches it off.',
    },
    gemini_thinking_adapter_budget_tokens_percentage: {
      label: 'Thinking budget share',
      help: 'Share of the output limit, {{min}} to {{max}}. Tokens above 24576 are ignored.',
    },
    claude_model_headers_settings: {
      label: 'Header overrides',
      help: 'The headers of each model, each with a list of values: {"claude-sonnet-4":{"anthropic-beta":["…"]}}.',
    },
    claude_default_max_tokens: {
      label: 'Default output limit',
      help: 'The tokens of each model where a request has no max_tokens; “default” applies to all others.',
    },
    claude_thinking_adapter_enabled: {
      label: 'Thinking adapter',
      help: 'Names that end in -thinking switch thinking on.',
    },
    claude_thinking_adapter_budget_tokens_percentage: {
      label: 'Thinking budget share',
      help: 'Share of the output limit, {{min}} to {{max}}.',
    },
    global_pass_through_request_enabled: {
      label: 'Pass requests through',
      help: 'Request bodies are sent unchanged to upstreams of the same format.',
    },
    general_setting_ping_interval_enabled: {
      label: 'Keep streams alive',
      help: 'Sends comments while the upstream is silent, so that proxies do not drop the connection.',
    },
    general_setting_ping_interval_seconds: { label: 'Keep-alive interval' },
  },
  addName: 'Type a name and press Enter',
} satisfies SameKeys<typeof zh>
