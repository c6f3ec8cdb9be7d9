/** The chat formats of clients. */
export type ClientFormatId = 'openai' | 'responses' | 'anthropic' | 'gemini'

/** The chat formats of upstreams: those of clients, and `own`, which only its provider speaks. */
export type WireFormatId = ClientFormatId | 'own'
