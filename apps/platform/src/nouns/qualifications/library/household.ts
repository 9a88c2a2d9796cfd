import { QUALIFICATION_TYPES } from '@desk/schema/qualifications/qualification-codes'
import { ENGLISH, FRENCH, GERMAN, SPANISH, type LibraryEntry } from './library-entry.ts'

const { single, multiple } = QUALIFICATION_TYPES
const HOUSEHOLD = 2

/** Household, home and pets. */
export const HOUSEHOLDS: readonly LibraryEntry[] = [
  {
    id: 11,
    name: 'Household income',
    precode: 'household_income',
    type: single,
    category: HOUSEHOLD,
    texts: [
      {
        locales: ['en-US'],
        question: 'What is the income of your household in a year, before taxes?',
        options: [
          'Less than $15,000',
          '$15,000 to $24,999',
          '$25,000 to $34,999',
          '$35,000 to $49,999',
          '$50,000 to $74,999',
          '$75,000 to $99,999',
          '$100,000 to $149,999',
          '$150,000 to $199,999',
          '$200,000 or more',
          'Prefer not to say',
        ],
      },
      {
        locales: ['en-GB'],
        question: 'What is the income of your household in a year, before taxes?',
        options: [
          'Less than £10,000',
          '£10,000 to £19,999',
          '£20,000 to £29,999',
          '£30,000 to £39,999',
          '£40,000 to £59,999',
          '£60,000 to £99,999',
          '£100,000 or more',
          'Prefer not to say',
        ],
        english: [
          'Less than £10,000',
          '£10,000 to £19,999',
          '£20,000 to £29,999',
          '£30,000 to £39,999',
          '£40,000 to £59,999',
          '£60,000 to £99,999',
          '£100,000 or more',
          'Prefer not to say',
        ],
      },
      {
        locales: ['de-DE'],
        question: 'Wie hoch ist das Nettoeinkommen Ihres Haushalts im Monat?',
        options: [
          'Unter 1.000 €',
          '1.000 € bis 1.999 €',
          '2.000 € bis 2.999 €',
          '3.000 € bis 3.999 €',
          '4.000 € bis 4.999 €',
          '5.000 € und mehr',
          'Keine Angabe',
        ],
        english: [
          'Less than €1,000',
          '€1,000 to €1,999',
          '€2,000 to €2,999',
          '€3,000 to €3,999',
          '€4,000 to €4,999',
          '€5,000 or more',
          'Prefer not to say',
        ],
      },
    ],
  },
  {
    id: 12,
    name: 'Household size',
    precode: 'household_size',
    type: single,
    category: HOUSEHOLD,
    texts: [
      {
        locales: ENGLISH,
        question: 'How many people live in your household, you included?',
        options: ['1', '2', '3', '4', '5', '6 or more'],
      },
      {
        locales: GERMAN,
        question: 'Wie viele Personen leben in Ihrem Haushalt, Sie selbst eingeschlossen?',
        options: ['1', '2', '3', '4', '5', '6 oder mehr'],
      },
      {
        locales: FRENCH,
        question: 'Combien de personnes vivent dans votre foyer, vous compris ?',
        options: ['1', '2', '3', '4', '5', '6 ou plus'],
      },
      {
        locales: SPANISH,
        question: '¿Cuántas personas viven en su hogar, incluido usted?',
        options: ['1', '2', '3', '4', '5', '6 o más'],
      },
    ],
  },
  {
    id: 13,
    name: 'Children in household',
    precode: 'children',
    type: multiple,
    category: HOUSEHOLD,
    texts: [
      {
        locales: ENGLISH,
        question: 'Which children live in your household?',
        options: ['None', 'Under 1 year', '1 to 3 years', '4 to 6 years', '7 to 12 years', '13 to 17 years'],
      },
      {
        locales: GERMAN,
        question: 'Welche Kinder leben in Ihrem Haushalt?',
        options: ['Keine', 'Unter 1 Jahr', '1 bis 3 Jahre', '4 bis 6 Jahre', '7 bis 12 Jahre', '13 bis 17 Jahre'],
      },
      {
        locales: FRENCH,
        question: 'Quels enfants vivent dans votre foyer ?',
        options: ['Aucun', 'Moins de 1 an', '1 à 3 ans', '4 à 6 ans', '7 à 12 ans', '13 à 17 ans'],
      },
      {
        locales: SPANISH,
        question: '¿Qué niños viven en su hogar?',
        options: ['Ninguno', 'Menos de 1 año', 'De 1 a 3 años', 'De 4 a 6 años', 'De 7 a 12 años', 'De 13 a 17 años'],
      },
    ],
  },
  {
    id: 14,
    name: 'Home ownership',
    precode: 'home_ownership',
    type: single,
    category: HOUSEHOLD,
    texts: [
      {
        locales: ENGLISH,
        question: 'Do you own or rent your home?',
        options: ['Own', 'Rent', 'Live with family or friends', 'Something else', 'Prefer not to say'],
      },
    ],
  },
  {
    id: 15,
    name: 'Pets',
    precode: 'pets',
    type: multiple,
    category: HOUSEHOLD,
    texts: [
      {
        locales: ENGLISH,
        question: 'Which pets live in your household?',
        options: ['None', 'Dog', 'Cat', 'Bird', 'Fish', 'Small mammal', 'Reptile', 'Another pet'],
      },
      {
        locales: GERMAN,
        question: 'Welche Haustiere leben in Ihrem Haushalt?',
        options: ['Keine', 'Hund', 'Katze', 'Vogel', 'Fische', 'Kleintier', 'Reptil', 'Ein anderes Tier'],
      },
      {
        locales: FRENCH,
        question: 'Quels animaux vivent dans votre foyer ?',
        options: ['Aucun', 'Chien', 'Chat', 'Oiseau', 'Poissons', 'Petit mammifère', 'Reptile', 'Un autre animal'],
      },
      {
        locales: SPANISH,
        question: '¿Qué mascotas viven en su hogar?',
        options: ['Ninguna', 'Perro', 'Gato', 'Pájaro', 'Peces', 'Mamífero pequeño', 'Reptil', 'Otra mascota'],
      },
    ],
  },
]
