// SPDX-License-Identifier: MIT
#include "app/language/language.h"

#include "app/language/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>

#include <memory>
#include <utility>

namespace sublinear {
namespace {

QString key()
{
    return QStringLiteral("view/language");
}

bool desktopIsGerman()
{
    const QStringList wanted = QLocale::system().uiLanguages();
    return !wanted.isEmpty() && wanted.front().startsWith(QLatin1String("de"));
}

QString ownName()
{
    return QStringLiteral("sublinear.translation");
}

QTranslator* present(const QCoreApplication& application, const QString& name)
{
    return application.findChild<QTranslator*>(name, Qt::FindDirectChildrenOnly);
}

/// Ours; null where the language is English.
Translation* translation()
{
    const QCoreApplication* application = QCoreApplication::instance();
    return application == nullptr ? nullptr : dynamic_cast<Translation*>(present(*application, ownName()));
}

/// Takes the translator of that name away, and puts another one into its place if that could be loaded.
void replace(QCoreApplication& application, const QString& name, std::unique_ptr<QTranslator> next, bool loaded)
{
    delete present(application, name); // which takes itself out
    if (loaded) {
        next->setObjectName(name);
        next->setParent(&application);
        QCoreApplication::installTranslator(next.release());
    }
}

} // namespace

Language languageSetting()
{
    const QString text = QSettings().value(key()).toString();
    return text == QLatin1String("en") ? Language::English
        : text == QLatin1String("de")  ? Language::German
                                       : Language::System;
}

void storeLanguageSetting(Language language)
{
    QSettings().setValue(key(),
        language == Language::English      ? QStringLiteral("en")
            : language == Language::German ? QStringLiteral("de")
                                           : QStringLiteral("system"));
}

void applyLanguage(QCoreApplication& application, Language language)
{
    const bool german = language == Language::German || (language == Language::System && desktopIsGerman());
    // Numbers in fields as in every chart, file and table beside them: with a point.
    QLocale::setDefault(QLocale::c());

    auto qt = std::make_unique<QTranslator>(); // the buttons and menus that Qt itself brings
    const bool hasQt =
        german && qt->load(QStringLiteral("qtbase_de"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    replace(application, QStringLiteral("sublinear.qtTranslation"), std::move(qt), hasQt);
    auto own = std::make_unique<Translation>();
    const bool hasOwn = german && own->load(QStringLiteral(":/i18n/sublinear_de.qm"));
    replace(application, ownName(), std::move(own), hasOwn);
}

InEnglish::InEnglish()
    : m_before(translation() != nullptr && translation()->isSilent())
{
    if (Translation* own = translation()) {
        own->setSilent(true);
    }
}

InEnglish::~InEnglish()
{
    if (Translation* own = translation()) {
        own->setSilent(m_before);
    }
}

bool speaksGerman()
{
    const Translation* own = translation();
    return own != nullptr && !own->isSilent();
}

QString withinSentence(const QString& name)
{
    return speaksGerman() ? name : name.toLower();
}

} // namespace sublinear
