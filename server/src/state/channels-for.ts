import type { ChannelState, Snapshot } from './snapshot.ts'

/** Enabled channels for a model of a group. Custom GPTs use their wildcard. */
export function channelsFor(snapshot: Snapshot, group: string, model: string): readonly ChannelState[] {
  const models = snapshot.routes.get(group)
  return models?.get(model) ?? models?.get(wildcardOf(model) ?? '') ?? []
}

function wildcardOf(model: string): string | null {
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*'
  return model.startsWith('gpt-4o-gizmo') ? 'gpt-4o-gizmo-*' : null
}
