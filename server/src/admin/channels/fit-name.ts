import { channelNameMax } from '@sluice/contract/channel-write'

/** `name` with `ending`: the name is shortened where both together are too long. */
export function fitName(name: string, ending: string): string {
  let kept = ''
  // By whole characters: half of a surrogate pair is no text.
  for (const character of name) {
    if (kept.length + character.length + ending.length > channelNameMax) break
    kept += character
  }
  return kept.trimEnd() + ending
}
