import { useEffect, useRef, useState } from 'react'
import { onCodeLost } from '../effects/faults/chunks.ts'
import { showToast } from '../stores/screen.ts'

/**
 * The code of a part of a dialog.
 * NOTE: `lazy` throws where its code is lost, and no error boundary stands above a dialog: the whole page would be blank.
 * @param fetch must be the same function at every render
 * @param onLost closes the dialog, because its part never arrives. The page then says why.
 * @returns undefined until the code is here
 */
export function useLaterCode<Module extends object>(
  fetch: () => Promise<Module>,
  onLost: () => void,
): Module | undefined {
  const [code, setCode] = useState<Module>()
  const close = useRef(onLost)
  useEffect(() => {
    close.current = onLost
  })
  useEffect(() => {
    let isOpen = true
    fetch().then(
      (module) => isOpen && setCode(module),
      async (error: unknown) => {
        if (!isOpen) return
        close.current()
        await onCodeLost(error)
        showToast('errors.noConnection', 'error')
      },
    )
    return () => {
      isOpen = false
    }
  }, [fetch])
  return code
}
