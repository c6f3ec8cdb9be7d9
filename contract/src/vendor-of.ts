import { tableOf } from './table-of.ts'
import { lookUp } from './typed-keys.ts'

/** The makers of models by name patterns; the first match counts. */
const vendors: readonly (readonly [vendor: string, pattern: RegExp])[] = [
  [
    'openai',
    /^(gpt|chatgpt|o[1-9](-|$)|dall-e|whisper|tts-|sora|text-(embedding-(ada|3)|moderation|davinci)|omni-moderation|codex|computer-use|davinci|babbage|chat-latest)/,
  ],
  ['anthropic', /claude/],
  ['google', /^(gemini|gemma|palm|imagen|veo|learnlm|text-bison|chat-bison|text-embedding-00|aqa)/],
  ['deepseek', /deepseek/],
  ['alibaba', /^(qwen|qwq|qvq|wan[x\d-]|tongyi|text-embedding-v\d|gte-)/],
  ['moonshot', /^(moonshot|kimi)/],
  ['zhipu', /^(glm|chatglm|cogview|cogvideo|codegeex|charglm|emohaa)/],
  ['bytedance', /^(doubao|skylark|seed|jimeng)/],
  ['minimax', /^(minimax|abab|hailuo)/],
  ['tencent', /^hunyuan/],
  ['baidu', /^(ernie|bloomz|tao-8k)/],
  ['iflytek', /^(spark|general(v|$))/],
  ['baichuan', /^baichuan/],
  ['yi', /^yi-/],
  ['stepfun', /^step-/],
  ['360', /^360/],
  ['sensetime', /^(sensechat|sensenova)/],
  ['xai', /^grok/],
  ['meta', /^(meta-)?(llama|code-?llama)/],
  ['mistral', /^(open-)?(mistral|mixtral|codestral|ministral|pixtral|magistral|devstral|voxtral)/],
  ['cohere', /^(command|c4ai|rerank-|embed-|aya)/],
  ['perplexity', /^(sonar|pplx)/],
  ['jina', /^(jina|reader-)/],
  ['microsoft', /^(phi|wizardlm|mai-)/],
  ['amazon', /^(nova|titan)/],
  ['nvidia', /^(nemotron|llama-[\d.]*-nemotron)/],
  ['midjourney', /^mj_/],
  ['suno', /^suno/],
  ['stability', /^(stable-|sd[x3]|stabilityai)/],
  ['black-forest-labs', /^flux/],
  ['baai', /^bge-/],
  ['moka', /^m3e/],
]

/** The makers by the prefix that model hubs use: `Qwen/…`, `anthropic.claude-…`. */
const prefixes = tableOf<string>({
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  'deepseek-ai': 'deepseek',
  qwen: 'alibaba',
  moonshotai: 'moonshot',
  'zai-org': 'zhipu',
  'z-ai': 'zhipu',
  thudm: 'zhipu',
  'meta-llama': 'meta',
  mistralai: 'mistral',
  'x-ai': 'xai',
  nvidia: 'nvidia',
  microsoft: 'microsoft',
  amazon: 'amazon',
  minimaxai: 'minimax',
  baidu: 'baidu',
  tencent: 'tencent',
  bytedance: 'bytedance',
  baai: 'baai',
  cohere: 'cohere',
  perplexity: 'perplexity',
})

/** The maker of the model, derived from its name; '' = unknown. */
export function vendorOf(model: string): string {
  const name = model.toLowerCase()
  const [, prefix, rest] = /^(?:.*\/)?([a-z0-9-]+)[/.](.+)$/.exec(name) ?? []
  // A dot may also belong to a version: `gpt-4.1`.
  const byPrefix = lookUp(prefixes, prefix ?? '', undefined)
  const bare = name.slice(name.lastIndexOf('/') + 1)
  return byPrefix ?? vendorNamed(bare) ?? (rest === undefined ? undefined : vendorNamed(rest)) ?? ''
}

const vendorNamed = (name: string): string | undefined => vendors.find(([, pattern]) => pattern.test(name))?.[0]
