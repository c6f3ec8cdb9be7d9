import { jimengKeys } from '@sluice/contract/channel-keys'
import { keyParser } from '../key-form.ts'
import { definePictureProvider } from '../picture-tasks.ts'
import { jimengPictures } from './image-wire.ts'
import { signVolcengine } from './sign.ts'
import { jimengVideos } from './video-wire.ts'

/** https://www.volcengine.com/docs/85621, as known on 2026-11-28 */
export const jimeng = definePictureProvider(
  {
    id: 'jimeng',
    type: 51,
    baseUrl: 'https://visual.volcengineapi.com',
    models: [
      'jimeng_ti2v_v30_pro',
      'jimeng_t2v_v30',
      'jimeng_t2v_v30_1080p',
      'jimeng_i2v_first_v30',
      'jimeng_i2v_first_v30_1080',
      'jimeng_i2v_first_tail_v30',
      'jimeng_i2v_first_tail_v30_1080',
      'jimeng_t2i_v40',
      'jimeng_t2i_v31',
    ],
    headersOf: () => ({}),
    parseKey: keyParser(jimengKeys),
    sign: signVolcengine,
    videos: jimengVideos,
  },
  jimengPictures,
)
