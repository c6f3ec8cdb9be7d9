import { cloneElement, type ReactElement } from 'react'
import css from './sign-in.module.css'

type Control = ReactElement<{ id?: string; 'aria-invalid'?: boolean; 'aria-describedby'?: string }>

/**
 * A labelled control with its error below. Without the form of the library, which would double the size of the page.
 */
export function Field(props: { id: string; label: string; error?: string | undefined; children: Control }) {
  const { id, label, error, children } = props
  const errorId = `${id}-error`
  const control = cloneElement(children, {
    id,
    ...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId }),
  })
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {control}
      {error !== undefined && (
        <p id={errorId} role="alert" className={css.error}>
          {error}
        </p>
      )}
    </div>
  )
}
