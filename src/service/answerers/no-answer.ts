import { languageOf } from '../knowledge/language.ts';
import { smallTalkLanguage } from './small-talk.ts';

interface Phrases {
  nothingFound: string;
  askMe: string;
  anythingElse: string;
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    nothingFound: 'I could not find an answer to that in the documents.',
    askMe: 'What would you like to know?',
    anythingElse: 'Is there anything else you would like to know?',
  },
  de: {
    nothingFound: 'Darauf habe ich in den Dokumenten keine Antwort gefunden.',
    askMe: 'Was möchten Sie wissen?',
    anythingElse: 'Möchten Sie noch etwas wissen?',
  },
  fr: {
    nothingFound: 'Je n’ai pas trouvé de réponse à cette question dans les documents.',
    askMe: 'Que souhaitez-vous savoir ?',
    anythingElse: 'Souhaitez-vous savoir autre chose ?',
  },
  es: {
    nothingFound: 'No he encontrado una respuesta a eso en los documentos.',
    askMe: '¿Qué le gustaría saber?',
    anythingElse: '¿Le gustaría saber algo más?',
  },
  it: {
    nothingFound: 'Non ho trovato una risposta nei documenti.',
    askMe: 'Che cosa desidera sapere?',
    anythingElse: 'Desidera sapere altro?',
  },
  pt: {
    nothingFound: 'Não encontrei uma resposta a isso nos documentos.',
    askMe: 'O que gostaria de saber?',
    anythingElse: 'Gostaria de saber mais alguma coisa?',
  },
  nl: {
    nothingFound: 'Daar heb ik in de documenten geen antwoord op gevonden.',
    askMe: 'Wat wil je weten?',
    anythingElse: 'Wil je nog iets weten?',
  },
  pl: {
    nothingFound: 'W dokumentach nie ma odpowiedzi na to pytanie.',
    askMe: 'Co chcesz wiedzieć?',
    anythingElse: 'Czy chcesz wiedzieć coś jeszcze?',
  },
  tr: {
    nothingFound: 'Belgelerde bunun yanıtını bulamadım.',
    askMe: 'Ne öğrenmek istersiniz?',
    anythingElse: 'Öğrenmek istediğiniz başka bir şey var mı?',
  },
  ar: {
    nothingFound: 'لم أجد إجابة عن ذلك في المستندات.',
    askMe: 'ماذا تود أن تعرف؟',
    anythingElse: 'هل تود أن تعرف شيئًا آخر؟',
  },
  he: {
    nothingFound: 'לא מצאתי לכך תשובה במסמכים.',
    askMe: 'מה תרצו לדעת?',
    anythingElse: 'האם תרצו לדעת עוד משהו?',
  },
  zh: {
    nothingFound: '我在文档中没有找到答案。',
    askMe: '您想了解什么？',
    anythingElse: '您还想了解什么？',
  },
  ja: {
    nothingFound: '資料の中に答えが見つかりませんでした。',
    askMe: '何をお知りになりたいですか？',
    anythingElse: 'ほかにお知りになりたいことはありますか？',
  },
  ko: {
    nothingFound: '문서에서 답을 찾지 못했습니다.',
    askMe: '무엇을 알고 싶으신가요?',
    anythingElse: '더 알고 싶으신 것이 있나요?',
  },
  hi: {
    nothingFound: 'मुझे दस्तावेज़ों में इसका उत्तर नहीं मिला।',
    askMe: 'आप क्या जानना चाहेंगे?',
    anythingElse: 'क्या आप कुछ और जानना चाहेंगे?',
  },
};

/**
 * What is said instead of an answer, in the language of the first of these texts whose words or letters tell one: the
 * question, then what the visitor said before, then what the site says.
 */
export function noAnswer(texts: readonly string[], kind: keyof Phrases): string {
  for (const text of texts) {
    const language = smallTalkLanguage(text) ?? languageOf(text);
    if (language) return PHRASES[language]![kind];
  }
  return PHRASES.en![kind];
}
