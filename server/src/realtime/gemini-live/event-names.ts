/** The names in OpenAI's events that differ between the current API and the beta. */
export interface EventNames {
  audio: string
  transcript: string
  text: string
  audioContent: string
  textContent: string
  /** The events of a new item, and of a complete one. */
  itemAdded: string
  itemDone: string | null
}

/** https://developers.openai.com/api/docs/guides/realtime, as known on 2026-11-22 */
export const namesOfToday: EventNames = {
  audio: 'response.output_audio',
  transcript: 'response.output_audio_transcript',
  text: 'response.output_text',
  audioContent: 'output_audio',
  textContent: 'output_text',
  itemAdded: 'conversation.item.added',
  itemDone: 'conversation.item.done',
}

export const namesOfBeta: EventNames = {
  audio: 'response.audio',
  transcript: 'response.audio_transcript',
  text: 'response.text',
  audioContent: 'audio',
  textContent: 'text',
  itemAdded: 'conversation.item.created',
  itemDone: null,
}
