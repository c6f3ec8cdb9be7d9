/** Kinds of input and output of a model. */
export const modalities = ['text', 'image', 'audio', 'video', 'pdf'] as const
export type Modality = (typeof modalities)[number]

/** Capabilities of a model besides text output. A model that takes images has vision. */
export const abilities = ['tools', 'reasoning', 'structured_output', 'vision'] as const
export type Ability = (typeof abilities)[number]
