import { defineTaskProvider } from '../provider.ts'

/** The format of Midjourney with buttons, modals, uploads and face swaps. */
export const midjourneyPlus = defineTaskProvider({
  id: 'midjourney-plus',
  type: 5,
  taskPlatform: 'mj',
  models: [
    'mj_imagine',
    'mj_variation',
    'mj_reroll',
    'mj_blend',
    'mj_upscale',
    'mj_describe',
    'mj_uploads',
    'swap_face',
    'mj_zoom',
    'mj_shorten',
    'mj_modal',
    'mj_inpaint',
    'mj_custom_zoom',
    'mj_high_variation',
    'mj_low_variation',
    'mj_pan',
  ],
  headersOf: ({ key }) => ({ 'mj-api-secret': key }),
})
