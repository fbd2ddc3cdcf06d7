import { wordsOf } from '../knowledge/language/words.ts';
import { ABOUT_ME } from './about-me.ts';
import { phrases } from './phrases.ts';

/** What people say who ask nothing: greetings, thanks, goodbyes and "I see", as they may follow one another. */
const SMALL_TALK: Readonly<Record<string, ReadonlySet<string>>> = {
  en: phrases(`hi|hello|hey|hi there|hello there|hey there|good morning|morning|good afternoon|good evening|good day|
    how are you|how are you doing|how do you do|nice to meet you|
    thanks|thank you|thx|ty|cheers|many thanks|very much|so much|a lot|for your help|for the help|for your answer|for the answer|for the info|for that|
    ok|okay|oh|ah|well|yes|no|yep|nope|alright|all right|great|perfect|cool|nice|super|awesome|excellent|wonderful|
    fine|good|very good|got it|i see|understood|that's all|that is all|that's great|that's it|that helps|
    that was helpful|very helpful|no thanks|and|but|so|that helped|that helped me|helped|it worked|that worked|
    works now|that works|it works|great help|big help|brilliant|amazing|lovely|good to know|never mind|nevermind|
    help|help me|please|pls|i need help|i need some help|can you help|can you help me|could you help me|
    i have a question|i have a problem|quick question|question|nothing else|that was all|not really|sure|yeah|yup|sorry|no problem|thanks again|
    bye|bye bye|goodbye|good bye|see you|see you later|good night|have a nice day|have a good day`),
  de: phrases(`hallo|guten tag|guten morgen|guten abend|moin|servus|grüß gott|grüezi|danke|danke schön|dankeschön|
    danke sehr|danke dir|danke ihnen|ich danke ihnen|das hat geholfen|das hat mir geholfen|
    das hat mir sehr geholfen|hat geholfen|für die info|für die auskunft|für die antwort|kein problem|
    hilfe|bitte|ich brauche hilfe|können sie mir helfen|kannst du mir helfen|ich habe eine frage|frage|
    nein danke|ach so|achso|schade|klasse|genau|stimmt|hey|hi|das war's|das wars|vielen dank|vielen lieben dank|herzlichen dank|besten dank|für die hilfe|für ihre hilfe|für deine hilfe|
    ja|nein|ok|okay|gut|sehr gut|alles klar|prima|toll|super|perfekt|das war alles|das ist alles|verstanden|und|
    tschüss|tschüs|auf wiedersehen|bis bald|gute nacht|schönen tag|schönen tag noch|wie geht es ihnen|wie geht's`),
  fr: phrases(`bonjour|bonsoir|salut|coucou|merci|merci beaucoup|merci bien|mille mercis|pour votre aide|oui|non|
    aide|aidez moi|s'il vous plaît|svp|j'ai une question|j'ai besoin d'aide|pouvez vous m'aider|merci à vous|ça m'a aidé|ça marche|c'est bon|génial|désolé|non merci|d'accord|ok|super|parfait|très bien|c'est parfait|c'est tout|et|au revoir|à bientôt|bonne journée|bonne soirée|
    comment allez vous|ça va`),
  es: phrases(`hola|buenos días|buenos dias|buenas|buenas tardes|buenas noches|qué tal|gracias|muchas gracias|
    mil gracias|ayuda|por favor|necesito ayuda|tengo una pregunta|tengo una duda|me puede ayudar|me pueden ayudar|
    me ha ayudado|me ayudó|estupendo|no gracias|nada más|mil gracias|por su ayuda|por tu ayuda|sí|no|ok|vale|de acuerdo|perfecto|genial|muy bien|muy amable|eso es todo|y|
    adiós|adios|hasta luego|hasta pronto|chao`),
  it: phrases(`ciao|buongiorno|buon giorno|buonasera|buona sera|salve|grazie|grazie mille|molte grazie|sì|no|ok|
    aiuto|per favore|ho una domanda|ho bisogno di aiuto|mi può aiutare|va bene|perfetto|ottimo|e|arrivederci|a presto|buona giornata|buona serata|per l'aiuto`),
  pt: phrases(`olá|ola|oi|bom dia|boa tarde|boa noite|obrigado|obrigada|muito obrigado|muito obrigada|pela ajuda|
    ajuda|por favor|preciso de ajuda|tenho uma pergunta|tenho uma dúvida|pode me ajudar|pode ajudar me|
    sim|não|ok|está bem|perfeito|ótimo|e|adeus|tchau|até logo|até breve`),
  nl: phrases(`hallo|hoi|goedemorgen|goedemiddag|goedenavond|goedendag|goeiemorgen|dag|bedankt|dank je|dank je wel|dank u|
    hulp|alstublieft|ik heb een vraag|ik heb hulp nodig|kunt u mij helpen|kun je me helpen|dank u wel|dankjewel|hartelijk dank|voor de hulp|ja|nee|ok|oké|prima|perfect|en|tot ziens|doei`),
  pl: phrases(`cześć|dzień dobry|dobry wieczór|witam|dziękuję|dzięki|dziękuję bardzo|bardzo dziękuję|tak|nie|ok|dobrze|
    super|do widzenia|na razie`),
  tr: phrases(`merhaba|selam|günaydın|iyi günler|iyi akşamlar|teşekkürler|teşekkür ederim|çok teşekkürler|
    çok teşekkür ederim|sağ olun|sağol|evet|hayır|tamam|peki|hoşça kal|hoşçakalın|görüşürüz`),
  ar: phrases(`مرحبا|مرحبًا|أهلا|أهلًا|السلام عليكم|سلام|صباح الخير|مساء الخير|شكرا|شكرًا|شكرا جزيلا|شكرًا جزيلًا|شكرا لك|شكرا لكم|
    نعم|لا|حسنا|حسنًا|تمام|مع السلامة|إلى اللقاء`),
  he: phrases(`שלום|היי|בוקר טוב|ערב טוב|תודה|תודה רבה|כן|לא|בסדר|מצוין|להתראות|ביי`),
  zh: phrases(
    `你好|您好|早上好|下午好|晚上好|谢谢|谢谢你|谢谢您|多谢|非常感谢|好|好的|是的|没有|明白了|知道了|再见|拜拜`,
  ),
  ja: phrases(`こんにちは|こんばんは|おはよう|おはようございます|はじめまして|ありがとう|ありがとうございます|ありがとうございました|
    どうもありがとうございます|どうもありがとうございました|どうも|はい|いいえ|わかりました|分かりました|了解|了解です|さようなら|失礼します`),
  ko: phrases(`안녕|안녕하세요|감사합니다|고맙습니다|고마워요|네|예|아니요|알겠습니다|좋아요|안녕히 계세요`),
  hi: phrases(`नमस्ते|नमस्कार|हैलो|धन्यवाद|बहुत धन्यवाद|बहुत बहुत धन्यवाद|शुक्रिया|हाँ|हां|नहीं|ठीक है|अच्छा|अलविदा`),
};
/** Nobody is polite for longer. */
const WORDS_MAX = 15;

const SENTENCES = /(?<=[,.!?;:…])\s+|(?<=[，。！？、])|\n+/u;

/** A message without those of its sentences, and of their parts between commas, that ask nothing. */
export function withoutSmallTalk(message: string): string {
  if (smallTalkLanguage(message)) return '';
  return message
    .split(SENTENCES)
    .filter(sentence => !smallTalkLanguage(sentence))
    .join(' ');
}

/** The language of a message that is nothing but small talk, or asks of the chat itself; undefined for any other. */
export function smallTalkLanguage(message: string): string | undefined {
  const words = wordsOf(message);
  if (words.length === 0 || words.length > WORDS_MAX) return undefined;
  return Object.keys(SMALL_TALK).find(language =>
    isMadeOf(words, [SMALL_TALK[language]!, ABOUT_ME[language]!]),
  );
}

/** Whether a message asks who or what answers, and nothing of the documents. */
export function asksAboutMe(message: string): boolean {
  const language = smallTalkLanguage(message);
  return language !== undefined && !isMadeOf(wordsOf(message), [SMALL_TALK[language]!]);
}

function isMadeOf(words: readonly string[], smallTalk: readonly ReadonlySet<string>[]): boolean {
  // Whether the words from this one on are such phrases, from the last to the first.
  const from: boolean[] = [];
  from[words.length] = true;
  for (let i = words.length - 1; i >= 0; i--) {
    from[i] = words.some(
      (_, end) =>
        end >= i &&
        from[end + 1] &&
        smallTalk.some(phrases => phrases.has(words.slice(i, end + 1).join(' '))),
    );
  }
  return from[0]!;
}
