import { lookUp } from '@sluice/contract/typed-keys'
import { vendorOf } from '@sluice/contract/vendor-of'
import { brandLogos } from './brand-logos.ts'

/** Names that operators give to vendors, and makers call themselves by. */
const otherNames: Readonly<Record<string, string>> = {
  claude: 'anthropic',
  gemini: 'google',
  qwen: 'alibaba',
  tongyi: 'alibaba',
  dashscope: 'alibaba',
  阿里: 'alibaba',
  阿里云: 'alibaba',
  阿里通义: 'alibaba',
  通义千问: 'alibaba',
  深度求索: 'deepseek',
  kimi: 'moonshot',
  moonshotai: 'moonshot',
  月之暗面: 'moonshot',
  glm: 'zhipu',
  zai: 'zhipu',
  智谱: 'zhipu',
  doubao: 'bytedance',
  豆包: 'bytedance',
  字节跳动: 'bytedance',
  海螺: 'minimax',
  hunyuan: 'tencent',
  腾讯: 'tencent',
  腾讯混元: 'tencent',
  ernie: 'baidu',
  wenxin: 'baidu',
  百度: 'baidu',
  百度文心: 'baidu',
  spark: 'iflytek',
  讯飞: 'iflytek',
  科大讯飞: 'iflytek',
  百川智能: 'baichuan',
  零一万物: 'yi',
  阶跃星辰: 'stepfun',
  商汤: 'sensetime',
  grok: 'xai',
  llama: 'meta',
  mistralai: 'mistral',
  微软: 'microsoft',
  英伟达: 'nvidia',
  亚马逊: 'amazon',
  stabilityai: 'stability',
  blackforestlabs: 'black-forest-labs',
  bfl: 'black-forest-labs',
  flux: 'black-forest-labs',
}

/** The brand of each channel type that has one. */
const brandsOfTypes: Readonly<Record<number, string>> = {
  1: 'openai',
  2: 'midjourney',
  3: 'azure',
  4: 'ollama',
  5: 'midjourney',
  6: 'openai',
  11: 'palm',
  14: 'anthropic',
  15: 'baidu',
  16: 'zhipu',
  17: 'alibaba',
  18: 'iflytek',
  19: '360',
  20: 'openrouter',
  22: 'fastgpt',
  23: 'tencent',
  24: 'google',
  25: 'moonshot',
  26: 'zhipu',
  27: 'perplexity',
  31: 'yi',
  33: 'bedrock',
  34: 'cohere',
  35: 'minimax',
  36: 'suno',
  37: 'dify',
  38: 'jina',
  39: 'cloudflare',
  40: 'siliconcloud',
  41: 'vertex',
  42: 'mistral',
  43: 'deepseek',
  45: 'volcengine',
  46: 'baidu',
  47: 'xinference',
  48: 'xai',
  49: 'coze',
  53: 'submodel',
  54: 'bytedance',
  55: 'openai',
  61: 'fal',
  62: 'black-forest-labs',
  63: 'runway',
  64: 'luma',
}

/** What is named: a maker as the price list or the operator names it, a model, or the type of a channel. */
export interface Branded {
  vendor?: string | undefined
  model?: string | undefined
  channelType?: number | undefined
}

/** The brand of it, a key of `brandLogos` where it has a logo; '' = unknown. A vendor goes before a model. */
export function brandOf({ vendor = '', model = '', channelType }: Branded): string {
  if (channelType !== undefined) return brandsOfTypes[channelType] ?? ''
  if (vendor === '') return vendorOf(model)
  const name = vendor.toLowerCase()
  if (Object.hasOwn(brandLogos, name)) return name
  const plain = name.replaceAll(/[\s.\-_]/g, '')
  if (Object.hasOwn(brandLogos, plain)) return plain
  return lookUp(otherNames, plain, name)
}
