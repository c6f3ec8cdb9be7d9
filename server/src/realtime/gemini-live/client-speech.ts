import type { Outbox } from './outbox.ts'

/** The client's audio as items of the conversation, with their transcripts. */
export class ClientSpeech {
  /** The client has sent audio since its last commit. */
  hasSound = false
  readonly #outbox: Outbox
  /** The item of the current speech. */
  #item: { id: string; transcript: string } | null = null
  /** The id of the next item with audio, if an event has already named it. */
  #announcedId: string | null = null

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  get hasItem(): boolean {
    return this.#item !== null
  }

  /** Makes the audio so far an item. */
  commit(): { id: string; transcript: string } {
    const item = { id: this.#announcedId ?? this.#outbox.newId('item'), transcript: '' }
    this.#announcedId = null
    this.hasSound = false
    this.#item = item
    this.#outbox.emit('input_audio_buffer.committed', { item_id: item.id, previous_item_id: null })
    const content = [{ type: 'input_audio', transcript: null }]
    this.#outbox.showItem({ id: item.id, type: 'message', role: 'user', status: 'completed', content })
    return item
  }

  start(): void {
    this.#announcedId ??= this.#outbox.newId('item')
    this.#outbox.emit('input_audio_buffer.speech_started', { item_id: this.#announcedId, audio_start_ms: 0 })
  }

  stop(): void {
    this.#announcedId ??= this.#item?.id ?? this.#outbox.newId('item')
    this.#outbox.emit('input_audio_buffer.speech_stopped', { item_id: this.#announcedId, audio_end_ms: 0 })
  }

  hear(text: string): void {
    const item = this.#item ?? this.commit()
    item.transcript += text
    const place = { item_id: item.id, content_index: 0 }
    this.#outbox.emit('conversation.item.input_audio_transcription.delta', { ...place, delta: text })
  }

  endTranscript(): void {
    if (this.#item && this.#item.transcript !== '') {
      const { id, transcript } = this.#item
      const fields = { item_id: id, content_index: 0, transcript }
      this.#outbox.emit('conversation.item.input_audio_transcription.completed', fields)
    }
    this.#item = null
  }
}
