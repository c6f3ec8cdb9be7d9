import ai360 from '@lobehub/icons-static-svg/icons/ai360-color.svg'
import azure from '@lobehub/icons-static-svg/icons/azure-color.svg'
import baichuan from '@lobehub/icons-static-svg/icons/baichuan-color.svg'
import bedrock from '@lobehub/icons-static-svg/icons/bedrock-color.svg'
import bfl from '@lobehub/icons-static-svg/icons/bfl.svg'
import claude from '@lobehub/icons-static-svg/icons/claude-color.svg'
import cloudflare from '@lobehub/icons-static-svg/icons/cloudflare-color.svg'
import cohere from '@lobehub/icons-static-svg/icons/cohere-color.svg'
import coze from '@lobehub/icons-static-svg/icons/coze.svg'
import deepseek from '@lobehub/icons-static-svg/icons/deepseek-color.svg'
import dify from '@lobehub/icons-static-svg/icons/dify-color.svg'
import doubao from '@lobehub/icons-static-svg/icons/doubao-color.svg'
import fal from '@lobehub/icons-static-svg/icons/fal-color.svg'
import fastgpt from '@lobehub/icons-static-svg/icons/fastgpt-color.svg'
import gemini from '@lobehub/icons-static-svg/icons/gemini-color.svg'
import hunyuan from '@lobehub/icons-static-svg/icons/hunyuan-color.svg'
import jina from '@lobehub/icons-static-svg/icons/jina.svg'
import luma from '@lobehub/icons-static-svg/icons/luma-color.svg'
import meta from '@lobehub/icons-static-svg/icons/meta-color.svg'
import microsoft from '@lobehub/icons-static-svg/icons/microsoft-color.svg'
import midjourney from '@lobehub/icons-static-svg/icons/midjourney.svg'
import minimax from '@lobehub/icons-static-svg/icons/minimax-color.svg'
import mistral from '@lobehub/icons-static-svg/icons/mistral-color.svg'
import moonshot from '@lobehub/icons-static-svg/icons/moonshot.svg'
import nova from '@lobehub/icons-static-svg/icons/nova-color.svg'
import nvidia from '@lobehub/icons-static-svg/icons/nvidia-color.svg'
import ollama from '@lobehub/icons-static-svg/icons/ollama.svg'
import openai from '@lobehub/icons-static-svg/icons/openai.svg'
import openrouter from '@lobehub/icons-static-svg/icons/openrouter.svg'
import palm from '@lobehub/icons-static-svg/icons/palm-color.svg'
import perplexity from '@lobehub/icons-static-svg/icons/perplexity-color.svg'
import qwen from '@lobehub/icons-static-svg/icons/qwen-color.svg'
import runway from '@lobehub/icons-static-svg/icons/runway.svg'
import sensenova from '@lobehub/icons-static-svg/icons/sensenova-color.svg'
import siliconcloud from '@lobehub/icons-static-svg/icons/siliconcloud-color.svg'
import spark from '@lobehub/icons-static-svg/icons/spark-color.svg'
import stability from '@lobehub/icons-static-svg/icons/stability-color.svg'
import stepfun from '@lobehub/icons-static-svg/icons/stepfun-color.svg'
import submodel from '@lobehub/icons-static-svg/icons/submodel-color.svg'
import suno from '@lobehub/icons-static-svg/icons/suno.svg'
import vertexai from '@lobehub/icons-static-svg/icons/vertexai-color.svg'
import volcengine from '@lobehub/icons-static-svg/icons/volcengine-color.svg'
import wenxin from '@lobehub/icons-static-svg/icons/wenxin-color.svg'
import xai from '@lobehub/icons-static-svg/icons/xai.svg'
import xinference from '@lobehub/icons-static-svg/icons/xinference-color.svg'
import yi from '@lobehub/icons-static-svg/icons/yi.svg'
import zhipu from '@lobehub/icons-static-svg/icons/zhipu-color.svg'

interface BrandLogo {
  /** The address of the picture. */
  picture: string
  /** It has no colour of its own, so that it is inverted on dark surfaces. */
  isBlack?: true
}

/**
 * The logos of makers, by the names of `vendorOf`, and of services that serve models of others. They are trademarks of
 * their owners; NOTICE says where the drawings come from.
 */
export const brandLogos: Readonly<Record<string, BrandLogo>> = {
  openai: { picture: openai, isBlack: true },
  anthropic: { picture: claude },
  google: { picture: gemini },
  deepseek: { picture: deepseek },
  alibaba: { picture: qwen },
  moonshot: { picture: moonshot, isBlack: true },
  zhipu: { picture: zhipu },
  bytedance: { picture: doubao },
  minimax: { picture: minimax },
  tencent: { picture: hunyuan },
  baidu: { picture: wenxin },
  iflytek: { picture: spark },
  baichuan: { picture: baichuan },
  yi: { picture: yi, isBlack: true },
  stepfun: { picture: stepfun },
  '360': { picture: ai360 },
  sensetime: { picture: sensenova },
  xai: { picture: xai, isBlack: true },
  meta: { picture: meta },
  mistral: { picture: mistral },
  cohere: { picture: cohere },
  perplexity: { picture: perplexity },
  jina: { picture: jina, isBlack: true },
  microsoft: { picture: microsoft },
  amazon: { picture: nova },
  nvidia: { picture: nvidia },
  midjourney: { picture: midjourney, isBlack: true },
  suno: { picture: suno, isBlack: true },
  stability: { picture: stability },
  'black-forest-labs': { picture: bfl, isBlack: true },
  azure: { picture: azure },
  bedrock: { picture: bedrock },
  cloudflare: { picture: cloudflare },
  coze: { picture: coze, isBlack: true },
  dify: { picture: dify },
  fal: { picture: fal },
  fastgpt: { picture: fastgpt },
  luma: { picture: luma },
  ollama: { picture: ollama, isBlack: true },
  openrouter: { picture: openrouter, isBlack: true },
  palm: { picture: palm },
  runway: { picture: runway, isBlack: true },
  siliconcloud: { picture: siliconcloud },
  submodel: { picture: submodel },
  vertex: { picture: vertexai },
  volcengine: { picture: volcengine },
  xinference: { picture: xinference },
}
