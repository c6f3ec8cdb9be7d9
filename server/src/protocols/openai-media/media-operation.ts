/** Endpoints of OpenAI's API and its copies that are passed on and never translated. */
export type MediaOperation = ImageOperation | AudioOperation | 'moderations' | 'rerank'

export type ImageOperation = 'image_generations' | 'image_edits' | 'image_variations'

type AudioOperation = 'speech' | 'transcriptions' | 'translations'
