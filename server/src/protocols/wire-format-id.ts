/** The chat formats that a client may speak. */
export type ClientFormatId = 'openai' | 'responses' | 'anthropic' | 'gemini'

/** The chat formats that an upstream may want: those of clients, and those that no client speaks. */
export type WireFormatId = ClientFormatId
