import { tableOf } from '@sluice/contract/table-of'

/** Last path segments of models; for other models it is the name in lower case. */
const suffixes = tableOf<string>({
  'ernie-bot': 'completions',
  'ernie-3.5-8k': 'completions',
  'ernie-bot-turbo': 'eb-instant',
  'ernie-speed-8k': 'ernie_speed',
  'bloomz-7b': 'bloomz_7b1',
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
})

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Nlks5zkzu, as known on 2026-11-20 */
export function suffixOf(model: string): string {
  const name = model.toLowerCase()
  if (name.startsWith('ernie-4.0')) return 'completions_pro'
  return suffixes[name] ?? encodeURIComponent(name)
}
