/** The chat formats that a client may speak and an upstream may want. */
export type WireFormatId = 'openai' | 'responses' | 'anthropic' | 'gemini'
