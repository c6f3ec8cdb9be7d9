/** Endpoints of OpenAI's API, and of those that copy it, which are passed on and never translated. */
export type MediaOperation = ImageOperation | AudioOperation | 'moderations' | 'rerank'

export type ImageOperation = 'image_generations' | 'image_edits' | 'image_variations'

type AudioOperation = 'speech' | 'transcriptions' | 'translations'
