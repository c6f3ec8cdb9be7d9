import { FormDialog as AnyFormDialog, type FormDialogProps } from '../../components/form-dialog.tsx'
import { useRefusal } from './use-refusal.ts'

/** A dialog of this page, which words what the server objects to. */
export function FormDialog<Values extends object>(props: Omit<FormDialogProps<Values>, 'localise'>) {
  return <AnyFormDialog {...props} localise={useRefusal()} />
}
