// Models of a maker that its own API and the clouds offer alike, for lists of models of a new channel.

export const claudeModels: readonly string[] = [
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-opus-4-8',
  'claude-opus-4-7',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
]

export const olderClaudeModels: readonly string[] = ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5']

export const geminiModels: readonly string[] = [
  'gemini-3.8-flash',
  'gemini-3.7-flash',
  'gemini-3.6-flash',
  'gemini-3.5-flash',
  'gemini-3.5-flash-lite',
  'gemini-3.1-pro-preview',
  'gemini-3.1-flash-lite',
]
