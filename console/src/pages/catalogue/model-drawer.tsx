import { EntryDrawer } from './entry-drawer.tsx'
import { ModelForm } from './model-form.tsx'
import { modelKind } from './model-kind.ts'

export interface ModelDrawerProps {
  /** `new`, an id, or '' while closed. */
  open: string
  /** The initial name of a new entry. */
  model?: string
  onClose(): void
}

export function ModelDrawer({ open, model = '', onClose }: ModelDrawerProps) {
  return (
    <EntryDrawer kind={modelKind} open={open} begin={{ model_name: model }} onClose={onClose}>
      {(edited) => <ModelForm edited={edited} />}
    </EntryDrawer>
  )
}
