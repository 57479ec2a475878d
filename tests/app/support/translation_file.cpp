// SPDX-License-Identifier: MIT
#include "tests/app/support/translation_file.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

namespace sublinear::testing {

namespace {

std::map<SourceText, Translated> read(const QString& path)
{
    QFile file(path);
    std::map<SourceText, Translated> messages;
    if (!file.open(QIODevice::ReadOnly)) {
        return messages;
    }
    QXmlStreamReader xml(&file);
    SourceText text;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement()) {
            continue;
        }
        if (xml.name() == QLatin1String("message")) {
            text = {};
        } else if (xml.name() == QLatin1String("source")) {
            text.text = xml.readElementText();
        } else if (xml.name() == QLatin1String("comment")) {
            text.meaning = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            const bool finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            messages[text] = { xml.readElementText(), finished };
        }
    }
    return messages;
}

void collect(const QJsonValue& value, const QStringList& names, std::set<SourceText>& texts)
{
    const auto take = [&](const QJsonValue& each) {
        if (each.isString()) {
            texts.insert({ each.toString(), {} });
        }
    };
    if (value.isArray()) {
        for (const QJsonValue& each : value.toArray()) {
            collect(each, names, texts);
        }
    }
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member) {
        if (names.contains(member.key())) {
            const QJsonValue held = member.value();
            take(held);
            for (const QJsonValue& each : held.toArray()) {
                take(each);
            }
        }
        collect(member.value(), names, texts);
    }
}

} // namespace

std::map<SourceText, Translated> translationFile(const QString& root, const char* name)
{
    return read(root + QStringLiteral("/resources/i18n/") + QString::fromLatin1(name));
}

std::optional<std::set<SourceText>> textsOfTheSources(const QString& root)
{
    const QTemporaryDir folder;
    const QString found = folder.filePath(QStringLiteral("found.ts"));
    QProcess lupdate;
    lupdate.setWorkingDirectory(root);
    lupdate.start(QLibraryInfo::path(QLibraryInfo::BinariesPath) + QStringLiteral("/lupdate"),
        { QStringLiteral("-silent"), QStringLiteral("app"), QStringLiteral("-I"), QStringLiteral("."),
            QStringLiteral("-extensions"), QStringLiteral("cpp,h"), QStringLiteral("-ts"), found });
    if (!lupdate.waitForFinished() || lupdate.exitCode() != 0) {
        return std::nullopt;
    }
    std::set<SourceText> texts;
    for (const auto& [text, translated] : read(found)) {
        texts.insert(text);
    }
    // The same members as tests/translations has.
    const auto take = [&](const QString& path, const QStringList& names) {
        QFile file(path);
        if (file.open(QIODevice::ReadOnly)) {
            const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
            collect(document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()), names, texts);
        }
    };
    const QString resources = root + QStringLiteral("/resources/");
    take(resources + QStringLiteral("presets/scenarios.json"), { QStringLiteral("story") });
    take(
        resources + QStringLiteral("presets/models.json"), { QStringLiteral("notes"), QStringLiteral("not_modelled") });
    const QDir tour(resources + QStringLiteral("tour"));
    for (const QString& name : tour.entryList({ QStringLiteral("*.json") })) {
        take(tour.filePath(name), QStringLiteral("title text question options because task after").split(u' '));
    }
    return texts;
}

QStringList differencesInForm(const QString& source, const QString& translation)
{
    const auto places = [](const QString& text) {
        static const QRegularExpression kPlace(QStringLiteral("%L?\\d|%n"));
        QStringList found;
        for (QRegularExpressionMatchIterator each = kPlace.globalMatch(text); each.hasNext();) {
            found << each.next().captured();
        }
        found.sort();
        return found;
    };
    const auto mnemonics = [](const QString& text) {
        static const QRegularExpression kMnemonic(QStringLiteral("&[^& ;]"));
        return text.count(kMnemonic);
    };
    const auto ends = [](const QString& text) {
        return std::tuple(text.startsWith(u' '), text.endsWith(u' '), text.endsWith(QChar(0x2026)));
    };
    QStringList faults;
    if (places(source) != places(translation)) {
        faults << QStringLiteral("other places");
    }
    if (mnemonics(source) != mnemonics(translation)) {
        faults << QStringLiteral("other mnemonics");
    }
    if (ends(source) != ends(translation)) {
        faults << QStringLiteral("other ends");
    }
    return faults;
}

} // namespace sublinear::testing
