import { EntryDrawer } from './entry-drawer.tsx'
import { ModelForm } from './model-form.tsx'
import { modelKind } from './model-kind.ts'

export interface ModelDrawerProps {
  /** `new`, an id, or '' while it is closed. */
  open: string
  /** The name that a new entry begins with. */
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
