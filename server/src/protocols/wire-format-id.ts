/** The chat formats that a client may speak. */
export type ClientFormatId = 'openai' | 'responses' | 'anthropic' | 'gemini'

/** The chat formats that an upstream may want: those of clients, and the one that its provider alone speaks. */
export type WireFormatId = ClientFormatId | 'own'
