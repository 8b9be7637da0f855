// Spec §3: opens the storage of this tab's session data.
import { createCipher } from './cipher.ts'
import { openVault } from './encrypted.ts'
import { shapes } from './shapes.ts'

/** @param storageKey the setting VITE_STORAGE_KEY */
export const openStorage = (storageKey: string): void => openVault(createCipher(storageKey), shapes)
